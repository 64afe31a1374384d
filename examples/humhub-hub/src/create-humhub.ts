import type { HubDriver } from '@fanfare/hub';
import { checkKey, connect } from './connect.ts';
import { HUB_TYPE } from './hub-type.ts';
import { listSpaces } from './list-spaces.ts';
import { HumhubOptionsSchema } from './options.ts';
import { publish } from './publish.ts';
import { readMetrics } from './read-metrics.ts';

/**
 * HumHub with its REST API module: a space is a HumHub space, the key is a bearer token. Tokens are
 * made and deleted by administrators, so there is no `deleteKey`.
 *
 * @example
 * await runServer({ addHubDrivers: () => [createHumhub()] });
 */
export function createHumhub(): HubDriver {
  return {
    type: HUB_TYPE,
    options: HumhubOptionsSchema,
    name: 'HumHub',
    needsUsername: false,
    connect,
    checkKey,
    spaces: { list: listSpaces },
    publish,
    metrics: readMetrics,
  };
}
