import { Fanfare } from '@fanfare/sdk';
import { BASE_PATH } from './base-path.ts';
import { sessionFetch } from './request.ts';

/** The public API, called with the session: no key is in the browser. */
export const fanfare = new Fanfare({ baseUrl: location.origin + BASE_PATH, apiKey: null, fetch: sessionFetch });
