import { type Answer, bearer, type NetworkIo, okOrThrow, readAgain, type Secret } from '@fanfare/network';
import type { MastodonConfig } from './config.ts';
import type { Purpose } from './error-rows.ts';
import { MASTODON_ERRORS } from './error-table.ts';

type ReadCall = {
  /** Below the origin, e.g. `/api/v1/statuses/1`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly on: Purpose;
  readonly mediaIndex?: number;
};

/** Reads once, with repeats for passing faults. Throws NetworkError for other answers than 2xx. */
export async function readMastodon(
  io: NetworkIo,
  config: Pick<MastodonConfig, 'url'>,
  token: Secret,
  call: ReadCall,
): Promise<Answer> {
  const { path, query, on, mediaIndex } = call;
  const url = `${config.url}${path}`;
  const answer = await readAgain(io, { method: 'GET', url, ...(query && { query }), headers: bearer(token) });
  return okOrThrow(io, MASTODON_ERRORS, answer, { on, effect: 'read', mediaIndex });
}
