import { Fanfare } from '@fanfare/sdk';

/**
 * The client of the browser. It speaks to this app's own back end, which knows who is signed in and puts the real key in the place of this one: no key is ever in
 * a browser, which is what the option warns of.
 */
export function createClient(origin: string): Fanfare {
  return new Fanfare({
    baseUrl: `${origin}/api/fanfare`,
    apiKey: 'the-back-end-knows-it',
    dangerouslyAllowBrowser: true,
    // Somebody is looking: rather tell them soon than try for long.
    maxRetries: 1,
    maxRetryAfterMs: 2000,
  });
}
