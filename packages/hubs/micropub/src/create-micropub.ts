import type { HubDriver } from '@fanfare/hub';
import { listChannels } from './channels.ts';
import { checkKey, connect, findHome } from './connect.ts';
import { deletePost } from './delete-post.ts';
import { publish } from './publish.ts';
import { micropubContent } from './rules.ts';

/**
 * Any server that speaks Micropub (W3C Recommendation): a space is a channel, the key is an access
 * token. The protocol has no counts and no way to delete a token.
 *
 * @example
 * const hub = createHubAdapter({ drivers: [createMicropub()], serviceName: 'Fanfare' });
 */
export function createMicropub(): HubDriver {
  return {
    ...micropubContent,
    name: 'Micropub',
    needsUsername: false,
    connect,
    findHome,
    checkKey,
    spaces: { list: listChannels },
    publish,
    deletePost,
  };
}
