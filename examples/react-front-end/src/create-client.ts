import { Fanfare } from '@fanfare/sdk';

/**
 * The client of the browser. It calls this app's own back end, which knows who is signed in and
 * replaces this key by the real one: no key is ever in a browser, which is what the option warns
 * of.
 */
export function createClient(origin: string): Fanfare {
  return new Fanfare({
    baseUrl: `${origin}/api/fanfare`,
    apiKey: 'the-back-end-knows-it',
    dangerouslyAllowBrowser: true,
    // A user is waiting: report a failure soon instead of retrying for long.
    maxRetries: 1,
    maxRetryAfterMs: 2000,
  });
}
