import { ProgressLocation, window } from 'vscode';

/** Does something long that the person can call off in a notification; the signal aborts then. */
export function untilCancelled<T>(title: string, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const location = ProgressLocation.Notification;
  const running = window.withProgress({ location, title, cancellable: true }, (_, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    return act(stop.signal);
  });
  return Promise.resolve(running);
}
