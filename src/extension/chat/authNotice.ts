import { ExpectedError } from '../../base/errors.ts';
import type { AuthMethod } from '../acp/responses.ts';
import type { Notice } from './transcriptWriter.ts';

const PREFIX = 'authenticate:';

export function isAuthRequired(error: unknown): boolean {
  return error instanceof ExpectedError && error.code === 'auth-required';
}

/** The agent wants a sign-in: each way it offers is a button; a way that needs a terminal says the command. */
export function authNotice(offered: readonly AuthMethod[]): Notice {
  const here = offered.filter((method) => (method.type ?? 'agent') === 'agent');
  const elsewhere = offered.filter((method) => !here.includes(method));
  const detail = [...here.map(describe), ...elsewhere.map((m) => `${describe(m)} (outside of VS Code)`)].join(
    '\n',
  );
  return {
    id: 'failed',
    severity: 'warning',
    title: 'The agent wants you to sign in.',
    detail:
      detail || 'It offers no way to do that from here: sign in with its own command line, then try again.',
    actions: [
      ...here.map((method) => ({ id: `${PREFIX}${method.id}`, label: method.name })),
      { id: 'retry', label: 'Try again' },
    ],
  };
}

function describe(method: AuthMethod): string {
  return method.description ? `${method.name}: ${method.description}` : method.name;
}

/** The method behind a button of the notice, or undefined when the button is another one. */
export function authMethodOf(actionId: string): string | undefined {
  return actionId.startsWith(PREFIX) ? actionId.slice(PREFIX.length) : undefined;
}
