import type { Request, Response } from 'express';
import { ENDED_EARLY } from '../../http/error-responses.ts';
import { RequestError } from '../../http/request-error.ts';
import { awaitsContinue } from '../../http/unread-body.ts';
import type { MediaRow } from '../media.table.ts';
import { receivedBytes } from './received-bytes.ts';
import type { RunningUploads } from './running-uploads.ts';

const IDLE_MS = 30_000;

export type ReadUploadDeps = {
  readonly uploads: Pick<RunningUploads, 'run'>;
  readonly now: () => Date;
  /** Longest wait for a byte; 30 seconds by default. */
  readonly idleMs?: number | undefined;
};

export type UploadBody = { readonly req: Request; readonly res: Response; readonly until: Date };

/**
 * Runs the only reader of a file's bytes. `bodyOf` gives the body of the request, of at most so
 * many bytes, and lets a client that waits for it send. Throws RequestError, also when the caller
 * hangs up.
 */
export async function readUpload<Answer>(
  { uploads, now, idleMs = IDLE_MS }: ReadUploadDeps,
  { projectId, key }: Pick<MediaRow, 'projectId' | 'key'>,
  { req, res, until }: UploadBody,
  work: (bodyOf: (mostBytes: number) => AsyncIterable<Uint8Array>) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await uploads.run({ projectId, key }, (running) =>
      work((mostBytes) => {
        if (awaitsContinue(req)) res.writeContinue();
        return receivedBytes(req, { mostBytes, idleMs, hasExpired: () => now() >= until, running });
      }),
    );
  } catch (error) {
    throw req.destroyed && !req.complete ? new RequestError(ENDED_EARLY) : error;
  }
}
