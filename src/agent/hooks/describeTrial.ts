import type { TriedHook } from './tryHooks.ts';

/** What was tried, for people: a block of lines each. */
export function describeTrial(tried: readonly TriedHook[], event: string): string {
  if (tried.length === 0) return `No hook is there for ${event}.\n`;
  return tried.map(describeOne).join('\n');
}

function describeOne(tried: TriedHook): string {
  const head = `${tried.hook} (${tried.source})`;
  if (tried.verdict === undefined) return `${head}: does not match\n`;
  const lines = [`${head}: ${tried.verdict}${tried.matched ? '' : ', though it does not match'}`];
  const add = (name: string, text: string | undefined) => {
    if (text)
      lines.push(
        `  ${name.padEnd(8)}${text
          .trimEnd()
          .split('\n')
          .join(`\n${' '.repeat(10)}`)}`,
      );
  };
  add('reason', tried.reason);
  add('effect', tried.effect.length > 0 ? tried.effect.join('\n') : 'none');
  add('exit', `${tried.exit} in ${tried.ms} ms`);
  add('stdin', tried.stdin);
  add('stdout', tried.stdout);
  add('stderr', tried.stderr);
  for (const [name, value] of Object.entries(tried.environment ?? {}))
    add('env', value === null ? `${name} is taken away` : `${name}=${value}`);
  if (tried.rewrite) {
    add('before', JSON.stringify(tried.rewrite.before));
    add('after', JSON.stringify(tried.rewrite.after));
  }
  return `${lines.join('\n')}\n`;
}
