import { useChat } from '../chatContext.ts';
import { standsBeside } from '../composer/composerTools.tsx';
import { plural } from '../frame/format.ts';
import { Icon } from '../frame/icon.tsx';
import { ConfigButton, optionKind } from './configButton.tsx';

/** What shapes the answer: folder, agent, servers, skills, other options; each a button that opens its list. */
export function Foot() {
  const { store, host, view } = useChat();
  const { cwd, folders, trusted, agentName, configOptions, counts } = store.state.value;
  const others = configOptions.filter((option) => !standsBeside(option));
  const hasAgents = others.some((option) => optionKind(option) === 'agent');
  const folder = folders.find((each) => each.path === cwd);
  const act = (id: string) => () => void host.ask('action/run', { id });
  return (
    <div class="foot" role="toolbar" aria-label="What shapes the answer">
      {!trusted && (
        <FootButton
          icon="shield"
          label="Restricted"
          title="The folder is not trusted: nothing of it runs"
          tone="warn"
          onClick={act('manage-trust')}
        />
      )}
      {cwd !== '' && (
        <FootButton
          icon="folder"
          label={folder?.name ?? baseName(cwd)}
          title={cwd}
          testId="folder"
          onClick={() => (folders.length > 1 ? view.togglePopup('folder') : act('show-extensions')())}
        />
      )}
      {!hasAgents && agentName !== '' && (
        <FootButton
          icon="robot"
          label={agentName}
          title={`Agent: ${agentName}`}
          onClick={act('show-extensions')}
        />
      )}
      {others.map((option) => (
        <ConfigButton key={option.id} option={option} />
      ))}
      {counts.servers > 0 && (
        <FootButton
          icon="plug"
          label={plural(counts.servers, 'server')}
          title="MCP servers"
          onClick={act('show-servers')}
        />
      )}
      {counts.skills > 0 && (
        <FootButton
          icon="book"
          label={plural(counts.skills, 'skill')}
          title="Skills"
          onClick={act('show-skills')}
        />
      )}
    </div>
  );
}

function FootButton(props: {
  icon: string;
  label: string;
  title: string;
  onClick: () => void;
  testId?: string;
  tone?: 'warn';
}) {
  return (
    <button
      type="button"
      class="pick"
      title={props.title}
      data-testid={props.testId}
      onMouseDown={(event) => event.preventDefault()}
      onClick={props.onClick}
    >
      <Icon name={props.icon} {...(props.tone ? { tone: props.tone } : {})} />
      <span class="label">{props.label}</span>
    </button>
  );
}

function baseName(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}
