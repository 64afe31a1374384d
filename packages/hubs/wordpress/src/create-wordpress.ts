import type { HubDriver } from '@fanfare/hub';
import { findCategory, searchCategories } from './categories.ts';
import { checkKey, connect, findHome } from './connect.ts';
import { deleteKey } from './delete-key.ts';
import { deletePost } from './delete-post.ts';
import { publish } from './publish.ts';
import { readMetrics } from './read-metrics.ts';
import { wordpressContent } from './rules.ts';

/**
 * WordPress as a hub, from version 5.7 on: a space is a category, the key is an application
 * password.
 *
 * @example
 * const hub = createHubAdapter({ drivers: [createWordpress()], serviceName: 'Fanfare' });
 */
export function createWordpress(): HubDriver {
  return {
    ...wordpressContent,
    name: 'WordPress',
    needsUsername: true,
    connect,
    findHome,
    checkKey,
    spaces: { search: searchCategories, find: findCategory },
    publish,
    metrics: readMetrics,
    deletePost,
    deleteKey,
  };
}
