import { type Config, DEFAULT_CONFIG } from './config/config.ts';
import type { Host } from './host/host.ts';
import { createNodeHost } from './host/node/nodeHost.ts';
import { keyVariables } from './model/providers.ts';

/** This machine, whose children never see the keys of model providers (M17). */
export function createLocalHost(
  options: {
    /** Ask the login shell for its environment: when an editor started us, not a terminal. */
    readonly askLoginShell?: boolean;
    /** Configured providers, asked each time a child is started. */
    readonly providers?: () => Config['providers'];
  } = {},
): Host {
  const providers = options.providers ?? (() => DEFAULT_CONFIG.providers);
  return createNodeHost({
    askLoginShell: options.askLoginShell,
    secretNames: () => keyVariables(providers()),
  });
}
