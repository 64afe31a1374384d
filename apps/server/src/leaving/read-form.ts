import { type Decision, refuseField } from '@fanfare/rules';
import express, { type Request, type Response } from 'express';
import { readBody } from '../http/read-body.ts';

const TYPE = 'application/x-www-form-urlencoded';
/** Longest signed request, with every character escaped. */
const MAX_BYTES = 16 * 1024;

const parse = readBody({
  parse: express.text({ type: TYPE, limit: MAX_BYTES, inflate: false }),
  type: TYPE,
  maxBytes: MAX_BYTES,
});

/** Reads the form of a callback. Never throws, and repeats nothing that was sent. */
export async function readForm(req: Request, res: Response): Promise<Decision<{ readonly form: URLSearchParams }>> {
  if (!req.is(TYPE))
    return refuseField('headers.content-type', `Send the callback as a form: "Content-Type: ${TYPE}".`);
  const error = await new Promise<unknown>((resolve) => parse(req, res, resolve));
  if (error) return refuseField('body', `The form cannot be read: ${whyUnreadable(error)}`);
  return { ok: true, form: new URLSearchParams(String(req.body)) };
}

/** Reads the error kind from `type` of Express's parser. */
function whyUnreadable(error: unknown): string {
  const type = error instanceof Error && 'type' in error ? error.type : null;
  if (type === 'entity.too.large') return `it is larger than ${MAX_BYTES / 1024} KiB.`;
  if (type === 'encoding.unsupported') return 'it is compressed. Send it uncompressed.';
  if (type === 'charset.unsupported') return 'its charset is not supported. Send it as UTF-8.';
  return 'it ended before its Content-Length.';
}
