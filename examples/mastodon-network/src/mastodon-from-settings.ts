import { randomUUID } from 'node:crypto';
import { type Network, Secret } from '@fanfare/network';
import { MASTODON_LIMITS } from './config.ts';
import { createMastodon } from './create-mastodon.ts';

type Settings = Readonly<Record<string, string | undefined>>;

/**
 * The network as an installation's settings describe it: `MASTODON_URL` (the origin of one Mastodon
 * server), `MASTODON_CLIENT_ID` and `MASTODON_CLIENT_SECRET` (of an app registered there), and
 * `MASTODON_MAX_CHARACTERS` where the server allows other than 500. Throws RangeError for a setting
 * that cannot be meant.
 *
 * @example
 * await runServer({ addNetworks: ({ settings }) => [mastodonFromSettings(settings)] });
 */
export function mastodonFromSettings(settings: Settings): Network {
  const url = readOrigin(settings.MASTODON_URL ?? 'https://mastodon.social');
  const clientId = settings.MASTODON_CLIENT_ID ?? '';
  const clientSecret = settings.MASTODON_CLIENT_SECRET ?? '';
  const characters = readCount(settings.MASTODON_MAX_CHARACTERS ?? String(MASTODON_LIMITS.characters));
  return {
    name: 'Mastodon',
    adapter: createMastodon({
      url,
      clientId,
      clientSecret: new Secret(clientSecret),
      limits: { ...MASTODON_LIMITS, characters },
      newKey: randomUUID,
    }),
    configured: clientId !== '' && clientSecret !== '',
    origins: [url],
  };
}

function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '';
  if (!isOrigin)
    throw new RangeError(
      `MASTODON_URL: must be the origin of a server, such as https://mastodon.social, not "${text}".`,
    );
  return url.origin;
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new RangeError(`MASTODON_MAX_CHARACTERS: must be a whole number from 1 on, not "${text}".`);
  return count;
}
