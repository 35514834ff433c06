import process from 'node:process';
import type { Served } from './acp/sessionMethods.ts';
import type { VakHandlers } from './acp/vakMethods.ts';

import { editConfig } from './config/userConfig.ts';
import type { AgentModels } from './model/createModels.ts';
import type { Credentials } from './model/credentials.ts';
import { REHEARSAL_ID } from './model/rehearsalModel.ts';
import type { AgentParts } from './session/parts.ts';

/** What the set-up of an editor asks of models and their keys. */
export function modelHandlers({
  parts,
  models,
  credentials,
  served,
}: {
  readonly parts: AgentParts;
  readonly models: AgentModels;
  readonly credentials: Credentials;
  readonly served: () => Served;
}): Pick<VakHandlers, 'credentials' | 'models' | 'setDefaultModel'> {
  return {
    credentials: async ({ providers }) => {
      credentials.set(providers);
      served().sessions.offerModels();
      return {};
    },
    models: async (_params, signal) => {
      // Providers stand in the user's configuration, which is read with the first catalogue.
      const { config } = await parts.catalogues.get(process.cwd());
      const [current, list, ollama] = await Promise.all([
        models.defaultId(signal),
        models.list(signal),
        models.ollama(signal),
      ]);
      return {
        current,
        // A configuration that names the rehearsal model is a person's choice like any other.
        configured: config.model !== undefined || current !== REHEARSAL_ID,
        models: list.map(({ id, name, description }) => ({ id, name, description })),
        ollama: ollama && { address: ollama.address, models: [...ollama.models] },
      };
    },
    setDefaultModel: async ({ model }) => {
      const { files, environment } = parts.host;
      await editConfig(files, environment.configHome, (text, editor) => editor.set(text, ['model'], model));
      await parts.catalogues.reload();
      return {};
    },
  };
}
