import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cliFile, sandbox, startAgent } from '../../support/agentProcess.ts';
import { eventually } from '../../support/processes.ts';
import { CLIENT, runsIn, talk } from './talk.ts';

describe('hooks in a conversation', () => {
  it('block a call: its reason is the failed result, the model goes on, and the run is told', async () => {
    const { say, text, runs, file } = await talk(`
[[hooks]]
event = "pre-tool-use"
match = "Bash(touch *)"
command = "echo 'touch nothing' >&2; exit 2"
`);
    expect(await say('call bash {"command":"touch x"}\ncall bash {"command":"echo on"}')).toBe('end_turn');
    expect(text()).toBe('bash failed: touch nothing\nbash ok: on');
    expect(existsSync(file('x'))).toBe(false);
    expect(runs()).toMatchObject([
      { event: 'PreToolUse', verdict: 'block', reason: 'touch nothing', exit: 'exit 2' },
    ]);
    expect(runs()[0]?.callId).toBeDefined();
  });

  it('rewrite an input: what runs is the rewrite, checked again', async () => {
    const { say, text, file } = await talk(`
[[hooks]]
event = "pre-tool-use"
match = "Bash(make *)"
command = '''echo '{"hookSpecificOutput":{"updatedInput":{"command":"echo rewritten; touch y"}}}' '''

[[hooks]]
event = "pre-tool-use"
matcher = "read_file"
command = '''echo '{"hookSpecificOutput":{"updatedInput":{"nonsense":1}}}' '''
`);
    await say('call bash {"command":"make all"}\ncall read_file {"path":"y"}');
    expect(text()).toMatch(
      /^bash ok: rewritten\nread_file failed: Invalid input for read_file after a hook rewrote it/,
    );
    expect(existsSync(file('y'))).toBe(true);
  });

  it('add context on SessionStart, on a prompt and behind a tool', async () => {
    const { say, text } = await talk(`
[[hooks]]
event = "session-start"
command = "echo It is Monday."

[[hooks]]
event = "UserPromptSubmit"
command = "echo Be brief."
`);
    await say('What do you know?');
    expect(text()).toContain('Context from a hook: SessionStart (4 tokens)\n\nIt is Monday.');
    expect(text()).toContain('Context from a hook: UserPromptSubmit (3 tokens)\n\nBe brief.');
    await say('And now?');
    expect(text().split('It is Monday.')).toHaveLength(3);
  });

  it('refuse a prompt, which no model then sees', async () => {
    const { say, text } = await talk(`
[[hooks]]
event = "user-prompt-submit"
command = "grep -q secret && { echo 'no secrets here' >&2; exit 2; } || exit 0"
`);
    expect(await say('say a secret')).toBe('refusal');
    expect(text()).toContain('no secrets here');
    expect(await say('say hello')).toBe('end_turn');
  });

  it('keep a turn going until they agree, and tell so on stdin', async () => {
    const { say, text, file } = await talk(`
[[hooks]]
event = "stop"
command = "tee -a stops | grep -q '\\"stop_hook_active\\":true' || { echo 'call bash {\\"command\\":\\"echo tested\\"}' >&2; exit 2; }"
`);
    expect(await say('say done')).toBe('end_turn');
    expect(text()).toBe('done' + 'bash ok: tested');
    expect(readFileSync(file('stops'), 'utf8').match(/"hook_event_name":"Stop"/g)).toHaveLength(2);
  });

  it('never keep a turn going for ever', async () => {
    const { say, runs } = await talk('[[hooks]]\nevent = "stop"\ncommand = "echo say again >&2; exit 2"\n');
    expect(await say('say done')).toBe('end_turn');
    expect(runs().length).toBeLessThanOrEqual(9);
    expect(runs().length).toBeGreaterThanOrEqual(8);
  });

  it('end a turn with their reason', async () => {
    const { say, file, runs } = await talk(`
[[hooks]]
event = "pre-tool-use"
command = '''echo '{"continue":false,"stopReason":"enough for today"}' '''
`);
    await say('call bash {"command":"touch x"}\ncall bash {"command":"touch y"}');
    expect([existsSync(file('x')), existsSync(file('y'))]).toEqual([false, false]);
    expect(runs()).toMatchObject([{ reason: 'enough for today' }]);
  });

  it('fail closed, and a session does not start past a guard that is broken', async () => {
    const { say, text } = await talk(`
[[hooks]]
event = "session-start"
command = "exit 7"
failure_mode = "closed"
`);
    expect(await say('say hello')).toBe('refusal');
    expect(text()).toContain('exit 7');
    expect(await say('say hello')).toBe('end_turn');
  });

  it('know workers by their type, before and after', async () => {
    const { say, file } = await talk(`
[[hooks]]
event = "SubagentStart"
command = "cat >start.json; echo Mind the worker."

[[hooks]]
event = "SubagentStop"
command = "cat >stop.json"
`);
    await say('call task {"prompt":"say child done","readonly":true}');
    const start = JSON.parse(readFileSync(file('start.json'), 'utf8'));
    expect(start).toMatchObject({ hook_event_name: 'SubagentStart', agent_type: 'general' });
    expect(start.agent_id).not.toBe(start.session_id);
    expect(JSON.parse(readFileSync(file('stop.json'), 'utf8'))).toMatchObject({
      hook_event_name: 'SubagentStop',
      agent_id: start.agent_id,
      last_assistant_message: 'child done',
    });
  });

  it('are shown again, where they ran, when the conversation is loaded', async () => {
    const config = '[[hooks]]\nevent = "pre-tool-use"\ncommand = "echo no >&2; exit 2"\n';
    const first = await talk(config);
    await first.say('call bash {"command":"ls"}');
    await first.peer.endInput();
    const peer = startAgent(first.place);
    await peer.request('initialize', { protocolVersion: 1, clientCapabilities: CLIENT });
    const { sessionId } = first;
    await peer.request('session/load', { sessionId, cwd: first.place.workspace, mcpServers: [] });
    const updates = peer.updates(sessionId);
    const call = updates.findIndex(({ sessionUpdate }) => sessionUpdate === 'tool_call');
    const run = updates.findIndex((update) => runsIn([update]).length > 0);
    expect(runsIn(updates)).toMatchObject([{ verdict: 'block', reason: 'no' }]);
    expect(run).toBeGreaterThan(call);
  });

  it('of a project run only as the person agreed to them, also when a script changes meanwhile', async () => {
    const config = '[[hooks]]\nevent = "pre-tool-use"\ncommand = "bash scripts/guard.sh"\n';
    const files = { '.vak/config.toml': config, 'scripts/guard.sh': 'echo agreed >&2; exit 2\n' };
    const place = sandbox({ workspace: files });
    execFileSync(process.execPath, [cliFile, 'trust'], { cwd: place.workspace, env: { ...place.env } });
    const { say, text, runs, file, peer } = await talk('', place);
    await peer.request('_vak/trust', { folders: [{ path: place.workspace, trusted: true }] });
    await say('call bash {"command":"echo a"}');
    expect(text()).toBe('bash failed: agreed');
    writeFileSync(file('scripts/guard.sh'), 'touch ran; echo other >&2; exit 2\n');
    await say('call bash {"command":"echo b"}');
    expect(text()).toBe('bash failed: agreedbash ok: b');
    expect(existsSync(file('ran'))).toBe(false);
    expect(runs().at(-1)?.verdict).toBe('untrusted');
  });

  it('answer for a person before one is asked, and are told that one is', async () => {
    const { say, text, sessionId, peer, file } = await talk(`
[[hooks]]
event = "permission-request"
match = "Bash(rm *)"
command = "echo 'never that' >&2; exit 2"

[[hooks]]
event = "notification"
command = "cat >told.json"
`);
    await peer.request('session/set_mode', { sessionId, modeId: 'ask' });
    peer.handle('session/request_permission', () => ({
      outcome: { outcome: 'selected', optionId: 'reject' },
    }));
    await say('call bash {"command":"rm -r x"}\ncall bash {"command":"touch y"}');
    expect(text()).toMatch(/^bash failed: never that\nbash failed: /);
    await eventually(() => existsSync(file('told.json')), 5000);
    expect(
      peer.frames.filter(({ message }) => message?.method === 'session/request_permission'),
    ).toHaveLength(1);
  });

  it('stand around a compaction, and around the end of a conversation', async () => {
    const { say, text, sessionId, peer, file } = await talk(`
[[hooks]]
event = "pre-compact"
matcher = "manual"
command = '''echo '{"hookSpecificOutput":{"additionalContext":"Keep the names."}}' '''

[[hooks]]
event = "post-compact"
command = "cat >compacted.json"

[[hooks]]
event = "session-end"
command = "cat >ended.json"
`);
    await say('say one');
    await say('/compact');
    await say('What is left?');
    expect(text()).toContain('Context from a hook: PreCompact (4 tokens)\n\nKeep the names.');
    expect(JSON.parse(readFileSync(file('compacted.json'), 'utf8'))).toMatchObject({ trigger: 'manual' });
    await peer.request('session/close', { sessionId });
    expect(JSON.parse(readFileSync(file('ended.json'), 'utf8'))).toMatchObject({ reason: 'closed' });
  });

  it('of an untrusted project say so, once, and do not run', async () => {
    const config = '[[hooks]]\nevent = "pre-tool-use"\ncommand = "touch ran; exit 2"\n';
    const place = sandbox({ workspace: { '.vak/config.toml': config } });
    const { say, text, runs, file } = await talk('', place);
    await say('call bash {"command":"echo a"}\ncall bash {"command":"echo b"}');
    expect(text()).toBe('bash ok: a\nbash ok: b');
    expect(existsSync(file('ran'))).toBe(false);
    expect(runs().map(({ verdict }) => verdict)).toEqual(['untrusted']);
  });
});
