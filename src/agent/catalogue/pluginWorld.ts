import type { Host } from '../host/host.ts';
import { FileCache } from '../inventory/fileCache.ts';
import { placesOf } from '../inventory/roots.ts';
import type { PluginWorld } from '../plugins/pluginCommands.ts';
import { approvalOf } from '../trust/approval.ts';
import { TrustStore } from '../trust/trustStore.ts';
import { buildCatalogue } from './buildCatalogue.ts';
import { decideTrust } from './folderTrust.ts';
import { runningAgents } from './reloadSignal.ts';

/** The agent's own way of loading, for the commands on plugins. */
export function createPluginWorld(host: Host, cwd: string): PluginWorld {
  const trust = new TrustStore(host.files, host.environment.dataHome);
  const build = async () => {
    const recorded = await trust.read();
    return buildCatalogue(
      {
        host,
        places: placesOf(host.environment, cwd, undefined),
        cache: new FileCache(),
        trusted: await decideTrust(host.files, cwd, undefined, recorded),
        editorSettings: undefined,
      },
      recorded.approvals,
    );
  };
  return {
    async load() {
      const { catalogue } = await build();
      return {
        errors: catalogue.diagnostics.filter((d) => d.severity === 'error'),
        agents: catalogue.agents,
        plugins: catalogue.plugins,
        servers: catalogue.items.flatMap((i) =>
          i.kind === 'mcp' && i.origin.plugin !== undefined ? [{ plugin: i.origin.plugin, id: i.name }] : [],
        ),
      };
    },
    async agreed(plugin, agreed) {
      const { code } = await build();
      const own = code.filter((c) => c.plugin === plugin && c.under === 'user');
      await trust.approve(
        Object.fromEntries(own.map((c) => [c.key, agreed ? approvalOf(c.content) : undefined])),
      );
    },
    agentStarts: async () => (await runningAgents(host)).map((a) => a.presence.startedAt),
  };
}
