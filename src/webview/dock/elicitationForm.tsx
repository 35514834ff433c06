import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ElicitationView } from '../../protocol/chat.ts';
import { useChat } from '../chatContext.ts';
import { Icon } from '../frame/icon.tsx';
import { type FieldValue, formContent, initialValues } from './formContent.ts';
import { useQuestionFocus } from './useQuestionFocus.ts';

type Field = ElicitationView['fields'][number];

/** What a server or the agent asks the person to fill in, or the address it asks them to open. */
export function ElicitationForm({ elicitation }: { elicitation: ElicitationView }) {
  const { host } = useChat();
  const [values, setValues] = useState(() => initialValues(elicitation.fields));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const { requestId, url } = elicitation;
  useQuestionFocus(form, 'input, select, .button', elicitation.message);
  useProblemFocus(form, problems);
  const answer = (action: 'decline' | 'cancel') => void host.ask('elicitation/answer', { requestId, action });
  const accept = (event: Event) => {
    event.preventDefault();
    const read = formContent(elicitation.fields, values);
    setProblems(read.problems);
    if (Object.keys(read.problems).length > 0) return;
    void host.ask('elicitation/answer', {
      requestId,
      action: 'accept',
      ...(url ? {} : { content: read.content }),
    });
  };
  return (
    <form
      class="ask"
      ref={form}
      data-testid="elicitation"
      aria-label={elicitation.message}
      noValidate
      onSubmit={accept}
      onKeyDown={onEscape(() => answer('cancel'))}
    >
      <h3>
        <Icon name={url ? 'link-external' : 'question'} />
        <span>{elicitation.message}</span>
      </h3>
      {url && <Address url={url} />}
      {elicitation.fields.map((field) => (
        <FieldRow
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          problem={problems[field.name]}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      <div class="buttons">
        <button type="submit" class="button">
          {url ? 'Open in the browser' : 'Send'}
        </button>
        <button type="button" class="button secondary" onClick={() => answer('decline')}>
          Decline
        </button>
      </div>
    </form>
  );
}

function onEscape(act: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}

/** Sends the person to the first field that is to be put right. */
function useProblemFocus(form: { readonly current: HTMLElement | null }, problems: object): void {
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>('[data-invalid] :is(input, select)')?.focus();
  }, [problems]);
}

/** The whole address, its host set apart: it decides whom one trusts. */
function Address({ url }: { url: string }) {
  const host = URL.canParse(url) ? new URL(url).host : '';
  const at = host === '' ? -1 : url.indexOf(host);
  return (
    <pre class="subject">
      {at < 0 ? url : url.slice(0, at)}
      {at >= 0 && <b>{host}</b>}
      {at >= 0 && url.slice(at + host.length)}
    </pre>
  );
}

function FieldRow(props: {
  field: Field;
  value: FieldValue;
  problem: string | undefined;
  onChange: (value: FieldValue) => void;
}) {
  const { field, problem } = props;
  const id = `field-${field.name}`;
  return (
    <div class="field" data-invalid={problem !== undefined || undefined}>
      {field.type !== 'boolean' && field.type !== 'multiselect' && (
        <label for={id}>
          {field.label}
          {field.required && <span aria-hidden="true"> *</span>}
        </label>
      )}
      <Control {...props} id={id} />
      {field.description && (
        <div class="desc" id={`${id}-about`}>
          {field.description}
        </div>
      )}
      {problem && (
        <div class="bad-line" role="alert">
          {problem}
        </div>
      )}
    </div>
  );
}

function Control(props: {
  field: Field;
  id: string;
  value: FieldValue;
  problem: string | undefined;
  onChange: (value: FieldValue) => void;
}) {
  const { field, id, value, onChange } = props;
  const common = {
    id,
    'aria-describedby': field.description ? `${id}-about` : undefined,
    'aria-invalid': props.problem !== undefined,
    required: field.required,
  };
  switch (field.type) {
    case 'boolean':
      return (
        <label class="check">
          <input
            type="checkbox"
            {...common}
            checked={value === true}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
          {field.label}
        </label>
      );
    case 'select':
      return (
        <select {...common} value={String(value)} onChange={(event) => onChange(event.currentTarget.value)}>
          {!field.required && <option value="" />}
          {field.options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      );
    case 'multiselect':
      return <Choices field={field} value={Array.isArray(value) ? value : []} onChange={onChange} />;
    default: {
      const text = {
        ...common,
        value: String(value),
        onInput: (event: { currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value),
      };
      if (field.format === 'password') return <input {...text} type="password" />;
      return <input {...text} type="text" inputMode={field.type === 'text' ? undefined : 'decimal'} />;
    }
  }
}

function Choices(props: {
  field: Field;
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
}) {
  const { field, value } = props;
  const toggle = (choice: string) =>
    props.onChange(value.includes(choice) ? value.filter((each) => each !== choice) : [...value, choice]);
  return (
    <fieldset>
      <legend>{field.label}</legend>
      {field.options?.map((option) => (
        <label key={option.value} class="check">
          <input
            type="checkbox"
            checked={value.includes(option.value)}
            onChange={() => toggle(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
