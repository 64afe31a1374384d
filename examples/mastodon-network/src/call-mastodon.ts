import { type Answer, type NetworkIo, readAgain, type Secret } from '@fanfare/network';
import type { MastodonConfig } from './config.ts';
import type { CallKind } from './error-rows.ts';
import { toNetworkError } from './to-network-error.ts';

export type ApiDeps = Pick<MastodonConfig, 'url'>;

export function isOk(answer: Answer): boolean {
  return answer.status >= 200 && answer.status <= 299;
}

export function bearer(token: Secret): { readonly authorization: string } {
  return { authorization: `Bearer ${token.reveal()}` };
}

type ReadCall = {
  /** Below the origin, e.g. `/api/v1/statuses/1`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly on: CallKind;
  readonly mediaIndex?: number;
};

/** One read, repeated while it fails for passing reasons. Throws NetworkError for every answer that is not a 2xx. */
export async function readMastodon(io: NetworkIo, config: ApiDeps, token: Secret, call: ReadCall): Promise<Answer> {
  const { path, query, on, mediaIndex } = call;
  const url = `${config.url}${path}`;
  const answer = await readAgain(io, { method: 'GET', url, ...(query && { query }), headers: bearer(token) });
  if (isOk(answer)) return answer;
  throw toNetworkError(answer, { on, effect: 'read', now: io.clock.now(), mediaIndex });
}
