import type { Platform } from '@fanfare/contract';
import { checkText } from './check-argument.ts';
import type { MockState } from './mock-state.ts';
import type { MockNetwork, NetworkScripts } from './network-scripts.ts';

/** The networks of a mock, as its user controls them. */
export function controlNetworks(state: MockState): Readonly<Record<Platform, MockNetwork>> {
  const control = (platform: Platform, scripts: NetworkScripts): MockNetwork => ({
    ...scripts,
    endVersion(version, nextVersion) {
      checkText('networks.endVersion(version)', version);
      if (nextVersion !== undefined) checkText('networks.endVersion(version, nextVersion)', nextVersion);
      endVersion(state, { platform, version, nextVersion: nextVersion ?? null });
    },
  });
  const { instagram, threads, x, linkedin, hub } = state.networks;
  return {
    instagram: control('instagram', instagram),
    threads: control('threads', threads),
    x: control('x', x),
    linkedin: control('linkedin', linkedin),
    hub: control('hub', hub),
  };
}

type EndedVersion = { readonly platform: Platform; readonly version: string; readonly nextVersion: string | null };

function endVersion({ world, events }: Pick<MockState, 'world' | 'events'>, network: EndedVersion): void {
  const { platform, version } = network;
  const accounts = [...world.accounts.values()].filter((one) => one.platform === platform && one.status !== 'revoked');
  for (const projectId of new Set(accounts.map((account) => account.projectId)))
    events.write(projectId, { type: 'network.version_ended', network }, `version:${platform}:${version}`);
}
