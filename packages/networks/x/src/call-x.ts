import {
  type Answer,
  bearer,
  type NetworkIo,
  type OutgoingBody,
  okOrThrow,
  readAgain,
  repeatSoon,
  type Secret,
} from '@fanfare/network';
import type { XConfig } from './config.ts';
import { X_ERRORS } from './error-table.ts';

export type ApiDeps = Pick<XConfig, 'apiUrl'>;

type HiddenCall = {
  /** Below the API origin, e.g. `/2/media/upload`. */
  readonly path: string;
  readonly body: OutgoingBody;
  readonly mediaIndex: number;
};

/** Uploads carry up to 5 MB in one body. */
const UPLOAD_TIMEOUT_MS = 60_000;

/**
 * One step of an upload, tried up to three times while it fails for reasons that may be gone in
 * seconds: nobody can see it, and X takes the same part again. Throws NetworkError for every answer
 * that is not a 2xx.
 */
export function callUpload(io: NetworkIo, config: ApiDeps, token: Secret, call: HiddenCall): Promise<Answer> {
  return repeatSoon(io, async () => {
    const answer = await io.http({
      method: 'POST',
      url: `${config.apiUrl}${call.path}`,
      headers: bearer(token),
      body: call.body,
      effect: 'hidden',
      timeoutMs: UPLOAD_TIMEOUT_MS,
      signal: io.signal,
    });
    return okOrThrow(io, X_ERRORS, answer, { on: 'media', effect: 'hidden', mediaIndex: call.mediaIndex });
  });
}

/**
 * One read of posts with the fields it needs. OpenAPI 2.166 and all prose of X call the parameter
 * `tweet.fields`, 2.167 and X's own SDK only `post.fields` (checked 2026-11), and X refuses what it
 * does not know (400 with the name of the parameter): then the other name is tried.
 */
export async function readPosts(
  io: NetworkIo,
  config: ApiDeps,
  token: Secret,
  call: {
    readonly path: string;
    readonly query?: Readonly<Record<string, string | undefined>>;
    readonly fields: string;
  },
): Promise<Answer> {
  const { path, query, fields } = call;
  const answer = await readX(io, config, token, { path, query: { ...query, 'tweet.fields': fields } });
  if (answer.status !== 400 || !answer.text.includes('tweet.fields')) return answer;
  return readX(io, config, token, {
    path,
    query: { ...query, 'post.fields': fields.replace('note_tweet', 'note_post') },
  });
}

/** One read with repeats; any status. Throws NetworkError only without an answer. */
export function readX(
  io: NetworkIo,
  config: ApiDeps,
  token: Secret,
  call: { readonly path: string; readonly query: Readonly<Record<string, string | undefined>> },
): Promise<Answer> {
  const { path, query } = call;
  return readAgain(io, { method: 'GET', url: `${config.apiUrl}${path}`, query, headers: bearer(token) });
}
