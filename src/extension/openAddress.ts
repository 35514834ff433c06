import { env, Uri } from 'vscode';

/**
 * Opens a web address in the person's browser; false when it did not open. What a sign-in comes back to
 * listens on this machine: in a remote window that place is forwarded to the person's machine first.
 */
export async function openAddress(url: string): Promise<boolean> {
  const back = new URL(url).searchParams.get('redirect_uri') ?? '';
  if (env.remoteName !== undefined && /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+\//.test(back))
    await env.asExternalUri(Uri.parse(back, true));
  return env.openExternal(Uri.parse(url, true));
}
