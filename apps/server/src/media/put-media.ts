import { createHash } from 'node:crypto';
import { type Decision, UNNAMED_FILE } from '@fanfare/rules';
import { type CompleteMediaDeps, completeMedia } from './complete-media.ts';
import { createMedia } from './create-media.ts';
import type { MediaRow } from './media.table.ts';
import type { MadeMedia, MediaRequest, NewMediaDeps } from './new-media.ts';

/** A file that comes in one call. */
export type SmallFile = { readonly filename: string | undefined; readonly bytes: number };

/** Reads the body of the call that brings a file, as its only reader. */
type Receive = <Answer>(
  file: MediaRow,
  work: (bodyOf: (mostBytes: number) => AsyncIterable<Uint8Array>) => Promise<Answer>,
) => Promise<Answer>;

/**
 * Announces, stores and checks a file in one call. A repeated key finishes a call that broke off;
 * of a finished one it answers the file, and whether the bytes are the same.
 */
export async function putMedia(
  deps: NewMediaDeps & CompleteMediaDeps,
  request: MediaRequest,
  { filename = UNNAMED_FILE, bytes }: SmallFile,
  receive: Receive,
): Promise<Decision<{ readonly made: MadeMedia }>> {
  const { store } = deps;
  const announced = await createMedia(deps, request, { filename, contentType: 'application/octet-stream', bytes });
  if (!announced.ok) return announced;
  const { media, isNew, isMismatch } = announced.made;
  const sha256 = await receive(media, async (bodyOf) => {
    const hash = createHash('sha256');
    const body = hashed(bodyOf(bytes), hash);
    const isAwaited = media.status === 'awaiting_upload' && !isMismatch && (await store.received(media.key)) < bytes;
    if (isAwaited) await store.append(media.key, 0, body, media.bytes);
    else await drain(body);
    return hash.digest('hex');
  });
  if (isMismatch) return announced;
  const completed = await completeMedia(deps, media);
  if (!completed.ok) return completed;
  return { ok: true, made: { media: completed.media, isNew, isMismatch: completed.media.sha256 !== sha256 } };
}

async function* hashed(body: AsyncIterable<Uint8Array>, hash: { update(chunk: Uint8Array): unknown }) {
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Reads a body that is not needed: a client that still sends would miss the answer. */
async function drain(body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of body);
}
