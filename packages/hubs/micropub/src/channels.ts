import type { HubAccess, HubSpace, ListedSpaces } from '@fanfare/hub';
import { NetworkError } from '@fanfare/network';
import { queryEndpoint } from './call-micropub.ts';
import { readConfig } from './read-config.ts';
import { type Channel, ChannelsAnswer } from './wire.ts';

/** All channels, of the query or else the configuration; none without channels. */
export const listChannels: ListedSpaces['list'] = async (call) => {
  const channels = (await queryChannels(call)) ?? (await readConfig(call)).channels ?? [];
  return channels.map(toSpace);
};

/** Null where the server does not know the query. */
async function queryChannels(access: HubAccess): Promise<readonly Channel[] | null> {
  try {
    const { json } = await queryEndpoint(access, { q: 'channel' });
    return ChannelsAnswer.safeParse(json).data?.channels ?? null;
  } catch (error) {
    if (error instanceof NetworkError && error.code === 'content_rejected') return null;
    throw error;
  }
}

const toSpace = ({ uid, name }: Channel): HubSpace => ({
  slug: uid,
  id: uid,
  name: name || uid,
  description: null,
  url: null,
  canPost: null,
});
