import path from 'node:path';

/** What the person set about the agent, and where our own one is. */
export interface AgentSettings {
  /** Empty: Vakil's own agent. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Folder of our bundles. */
  readonly dist: string;
  /** VS Code's own runtime. */
  readonly execPath: string;
  /** The folder a foreign agent starts in. */
  readonly cwd: string;
  readonly home: string;
  /** VS Code's own ripgrep, which our agent searches with. */
  readonly ripgrep?: string;
}

export interface AgentStart {
  readonly own: boolean;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Laid over the inherited environment. */
  readonly env: Readonly<Record<string, string>>;
  /** For messages: how a person would call it. */
  readonly label: string;
}

/** How the agent is started: our own on VS Code's runtime, or the configured command as it stands. */
export function agentStart(settings: AgentSettings): AgentStart {
  const command = settings.command.trim();
  if (command === '')
    return {
      own: true,
      command: settings.execPath,
      args: [path.join(settings.dist, 'agent.mjs')],
      cwd: settings.home,
      env: {
        ...(settings.ripgrep === undefined ? {} : { VAK_RIPGREP: settings.ripgrep }),
        ...settings.env,
        ELECTRON_RUN_AS_NODE: '1',
      },
      label: 'Vakil',
    };
  return {
    own: false,
    command: expandHome(command, settings.home),
    args: settings.args,
    cwd: settings.cwd,
    env: settings.env,
    label: path.basename(command),
  };
}

function expandHome(command: string, home: string): string {
  return /^~[/\\]/.test(command) ? path.join(home, command.slice(2)) : command;
}
