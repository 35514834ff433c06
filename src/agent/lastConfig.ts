import { type Config, DEFAULT_CONFIG } from './config/config.ts';
import type { CatalogueStore } from './inventory/catalogueStore.ts';
import type { AgentParts } from './session/parts.ts';

/**
 * The configuration as it was last read, for parts that serve the whole process: what concerns them
 * (providers, the default model) stands in the user's layer and is the same for every folder.
 */
export class LastConfig {
  #current: Config = DEFAULT_CONFIG;

  /** The defaults before any folder was looked at. */
  get current(): Config {
    return this.#current;
  }

  /** The catalogues, each of which is noted when it is given out or swapped; as long as they live. */
  follow(catalogues: CatalogueStore): AgentParts['catalogues'] {
    catalogues.onDidChange(({ catalogue }) => {
      this.#current = catalogue.config;
    });
    return {
      get: async (cwd) => {
        const catalogue = await catalogues.get(cwd);
        this.#current = catalogue.config;
        return catalogue;
      },
      peek: (cwd) => catalogues.peek(cwd),
      reload: () => catalogues.reload(),
      onDidChange: catalogues.onDidChange,
    };
  }
}
