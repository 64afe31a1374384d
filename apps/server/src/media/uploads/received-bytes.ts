import { type Refusal, UPLOAD_REFUSALS } from '@fanfare/rules';
import type { Request } from 'express';
import { RequestError } from '../../http/request-error.ts';
import { releaseChunk } from '../release-chunk.ts';
import type { Running } from './running-uploads.ts';

const STALLED: Refusal = {
  code: 'upload_incomplete',
  message: 'No byte came for too long. Ask for the offset with HEAD, then send the rest.',
};

type Limits = {
  readonly mostBytes: number;
  /** Longest wait for a byte. Waits for the store do not count. */
  readonly idleMs: number;
  /** Whether the time for the bytes is over. */
  readonly hasExpired: () => boolean;
  readonly running: Running;
};

/**
 * The body of a request as it comes. A chunk ends when the next one is asked for. Throws
 * RequestError when the body stalls, is too long or too late.
 */
export async function* receivedBytes(req: Request, limits: Limits): AsyncGenerator<Uint8Array, void, undefined> {
  // Not `for await`, which ends the connection before the answer.
  const chunks: AsyncIterator<Buffer> = req[Symbol.asyncIterator]();
  for (let left = limits.mostBytes; ; ) {
    const { done, value } = await nextWithin(chunks, limits);
    if (done) return;
    limits.running.noteBytes();
    if (limits.hasExpired()) throw new RequestError(UPLOAD_REFUSALS.unknown);
    if (value.length > left) throw new RequestError(UPLOAD_REFUSALS.tooLong);
    left -= value.length;
    yield value;
    releaseChunk(value);
  }
}

const nextWithin = <Chunk>(chunks: AsyncIterator<Chunk>, { idleMs, running }: Limits) =>
  new Promise<IteratorResult<Chunk>>((resolve, reject) => {
    const cut = () => reject(running.signal.reason);
    const timer = setTimeout(() => reject(new RequestError(STALLED)), idleMs);
    running.signal.addEventListener('abort', cut, { once: true });
    const next = running.signal.aborted ? Promise.reject(running.signal.reason) : chunks.next();
    void next.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      running.signal.removeEventListener('abort', cut);
    });
  });
