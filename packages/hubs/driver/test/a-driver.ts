import { NetworkError, type NetworkErrorFacts } from '@fanfare/network';
import type { HubCall, HubDriver, HubSpace, HubUserAnswer } from '../src/index.ts';

export const aSpace = (slug: string, name = slug): HubSpace => ({
  ...{ slug, id: slug, name, description: null, url: null, canPost: null },
});

/** A driver without a hub. It writes down which keys it used and deleted. */
export function aDriver(changes: Partial<HubDriver> & { readonly slugs?: readonly string[] } = {}) {
  const { slugs = ['news'], ...parts } = changes;
  const connected: string[] = [];
  const deleted: string[] = [];
  const driver: HubDriver = {
    type: 'wordpress',
    name: 'WordPress',
    needsUsername: true,
    async connect(_io, { url, username, userId, apiKey }): Promise<HubUserAnswer> {
      connected.push([username, ...(userId === undefined ? [] : [userId]), apiKey.reveal()].join(' '));
      const site = { apiUrl: url, keyOrigins: [new URL(url).origin], name: 'Harbour' };
      return { ok: true, user: { site, remoteId: '7', username: username ?? 'ann' } };
    },
    checkKey: async () => undefined,
    spaces: { list: async () => slugs.map((slug) => aSpace(slug)) },
    publish: {
      prepare: async () => ({ handle: null, body: null }),
      send: async () => ({ platformPostId: '1', url: null }),
      reconcile: async () => ({ state: 'undecided' }),
    },
    deleteKey: async ({ apiKey }: HubCall) => void deleted.push(apiKey.reveal()),
    ...parts,
  };
  return { driver, connected, deleted };
}

export const networkError = (facts: Partial<NetworkErrorFacts>): NetworkError =>
  new NetworkError({ code: 'network_unavailable', outcome: 'rejected', message: 'The hub failed.', ...facts });
