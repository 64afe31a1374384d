import { createHubCalls, type HubAccess, type HubRead, type HubRequest } from '@fanfare/hub';
import { HUMHUB_ERRORS } from './error-table.ts';

/** A call with a route below `/api/v1/`. */
type Below<Call extends HubRequest> = Omit<Call, 'url'> & { readonly route: string };

const calls = createHubCalls({ errors: HUMHUB_ERRORS });

/** Reads, with repeats for passing faults. Throws NetworkError for other answers than 2xx. */
export const readRest = (access: HubAccess, call: Below<HubRead>) => calls.read(access, below(access, call));

/** One call that changes what only the owner sees. */
export const changeHidden = (access: HubAccess, call: Below<HubRequest>) => calls.change(access, below(access, call));

/** The one public call. */
export const publishRest = (access: HubAccess, call: Below<HubRequest>) => calls.publish(access, below(access, call));

const below = <Call extends HubRequest>({ hub }: HubAccess, { route, ...call }: Below<Call>) => ({
  ...call,
  url: `${hub.apiUrl}/${route}`,
});
