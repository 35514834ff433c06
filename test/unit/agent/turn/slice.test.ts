import { describe, expect, test } from 'vitest';
import type { Entry } from '../../../../src/agent/store/entry.ts';
import { DOMAINS, domainsIn } from '../../../../src/agent/turn/domains.ts';
import { servingFirst, sliceServers } from '../../../../src/agent/turn/slice.ts';

const names = (text: string, declared: string[] = []) =>
  domainsIn(text, declared).map(({ domain }) => domain);
const user = (text: string): Entry => ({
  type: 'user',
  id: 'u',
  at: 0,
  role: 'prompt',
  content: [{ type: 'text', text }],
  context: [],
});

describe('domainsIn', () => {
  test('knows the whole vocabulary', () => {
    expect(Object.keys(DOMAINS)).toEqual([
      'vcs',
      'documents',
      'live-data',
      'web',
      'browser',
      'database',
      'issues',
      'messaging',
      'ci',
      'cloud',
      'design',
      'search',
      'memory',
      'filesystem',
      'code-exec',
      'orchestration',
      'observability',
    ]);
  });

  test.each<[string, string, boolean]>([
    ['rebase onto main', 'vcs', true],
    ['REBASE, please!', 'vcs', true],
    ['open two pull requests', 'vcs', true],
    ['use the vcs', 'vcs', true],
    ['live data wanted', 'live-data', true],
    ['it is digital', 'vcs', false],
    ['the legitimate user', 'vcs', false],
    ['select * from t', 'database', true],
    ['hello', 'database', false],
    ['', 'vcs', false],
  ])('finds in %j the domain %s: %s', (text, domain, found) => {
    expect(names(text).includes(domain)).toBe(found);
  });

  test('takes any other word as a domain that only its own name points to', () => {
    expect(names('check the payroll', ['payroll'])).toContain('payroll');
    expect(names('check the salaries', ['payroll'])).not.toContain('payroll');
    expect(names('constructor', ['constructor'])).toContain('constructor');
  });
});

describe('sliceServers', () => {
  const servers = [
    { id: 'git', serves: ['vcs'] },
    { id: 'db', serves: ['database', 'documents'] },
    { id: 'plain' },
    { id: 'empty', serves: [] },
  ];

  test('leaves out what declares and touches nothing, with the reason', () => {
    expect(sliceServers(servers, 'rebase this branch', []).leftOut).toEqual([
      { server: 'db', reason: 'It serves database, documents, which nothing in the conversation points to.' },
    ]);
  });

  test('never leaves out what declares nothing', () => {
    expect(sliceServers(servers, 'hello', []).leftOut.map(({ server }) => server)).toEqual(['git', 'db']);
  });

  test('looks at the conversation so far too', () => {
    expect(
      sliceServers(servers, 'and now?', [user('which tables has the database?')]).leftOut.map(
        ({ server }) => server,
      ),
    ).toEqual(['git']);
  });

  test('moves a skill up when its domain is in play, and hides none', () => {
    const skills = [{ name: 'a' }, { name: 'b', serves: ['design'] }, { name: 'c', serves: ['vcs'] }];
    const slice = sliceServers([], 'rebase', []);
    expect(servingFirst(skills, slice).map(({ name }) => name)).toEqual(['c', 'a', 'b']);
  });
});
