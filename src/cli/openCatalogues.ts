import { LiveCatalogueStore } from '../agent/catalogue/liveCatalogueStore.ts';
import { builtinSkillsFolder } from '../agent/inventory/builtinSkills.ts';
import type { CatalogueStore } from '../agent/inventory/catalogueStore.ts';
import { createLocalHost } from '../agent/localHost.ts';
import { nullLog } from '../base/log.ts';

/** Lets `act` read the catalogue as the agent would; ends with it. */
export async function withCatalogues<T>(act: (catalogues: CatalogueStore) => Promise<T>): Promise<T> {
  const host = createLocalHost();
  const catalogues = new LiveCatalogueStore({
    host,
    log: nullLog,
    builtinSkills: builtinSkillsFolder(),
    watch: false,
  });
  try {
    return await act(catalogues);
  } finally {
    catalogues.dispose();
  }
}
