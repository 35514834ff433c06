import { window } from 'vscode';
import { ExpectedError } from '../../base/errors.ts';
import type { AgentClient } from '../acp/agentClient.ts';
import type { Chats } from '../chat/chats.ts';
import type { Reports } from '../editor/reports.ts';
import type { Logs } from '../view/log.ts';
import type { CommandHandlers } from './commandIds.ts';
import { diagnosticsText } from './diagnosticsText.ts';

interface AgentCommandDeps {
  readonly chats: Chats;
  readonly logs: Logs;
  readonly reports: Reports;
  ownAgent(): Promise<AgentClient>;
  restart(): Promise<void>;
  enterKey(): Promise<void>;
  cwd(): string;
}

const REPORT = 'Problems of the configuration';

/** The commands about the agent behind the view. */
export function agentCommands(deps: AgentCommandDeps) {
  const { chats, logs, reports, ownAgent, restart, enterKey, cwd } = deps;
  return {
    'vak.restartAgent': restart,
    'vak.setApiKey': enterKey,
    'vak.showLog': async () => logs.show(),
    'vak.showProtocolLog': async () => logs.showProtocol(),
    'vak.switchAgent': () => switchAgent(chats),
    'vak.reload': async () => {
      const { ok, diagnostics } = await (await ownAgent()).call('reload', {});
      if (ok) void window.showInformationMessage('The configuration was loaded again.');
      else
        await reports.show(
          REPORT,
          `The configuration as it was stays in use.\n\n${diagnosticsText(diagnostics)}`,
          'log',
        );
    },
    'vak.validate': async () => {
      const { diagnostics } = await (await ownAgent()).call('inventory', { cwd: cwd() });
      if (diagnostics.length === 0) void window.showInformationMessage('Everything loads without a problem.');
      else await reports.show(REPORT, diagnosticsText(diagnostics), 'log');
    },
  } satisfies Partial<CommandHandlers>;
}

/** Which agent definition leads the shown conversation: one of the agent's config options. */
async function switchAgent(chats: Chats): Promise<void> {
  const conversation = chats.ensure();
  const option = conversation.state.configOptions.find((o) => o.id === 'agent' || o.category === '_agent');
  if (!option) throw new ExpectedError('unsupported', 'This agent offers no others to switch to.');
  const rows = option.options.map(({ value, name, description }) => ({
    label: name,
    description: value === option.value ? 'now' : '',
    detail: description,
    value,
  }));
  const chosen = await window.showQuickPick(rows, { title: 'Switch agent' });
  if (chosen) await conversation.setOption(option.id, chosen.value);
}
