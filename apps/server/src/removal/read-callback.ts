import { formatPath } from '@fanfare/contract';
import type { Removal, RemovalRefusal } from '@fanfare/network';
import express, { type Request, type Response } from 'express';
import { readBody } from '../http/read-body.ts';
import { RequestError } from '../http/request-error.ts';

const FORM = 'application/x-www-form-urlencoded';
const FIELD = 'signed_request';
/** A signed request of the greatest length, with every character escaped. */
const MAX_BYTES = 16 * 1024;

/** Why a callback changes nothing. `malformed_form` is the request around the signed request. */
export type CallbackRefusal = RemovalRefusal | 'malformed_form';

export type Callback =
  | { readonly ok: true; readonly text: string; readonly platformUserId: string; readonly issuedAt: number }
  | { readonly ok: false; readonly reason: CallbackRefusal; readonly error: RequestError };

const WHY: Readonly<Record<RemovalRefusal, string>> = {
  too_large: 'is longer than any a network sends. Send it as the network made it.',
  malformed:
    'is not a signed request: a signature and a payload in base64url, with a dot between. It may have been cut.',
  bad_signature:
    'is not signed with the app secret this installation has for this network. Each product has a callback address and a secret of its own; compare them in the app dashboard.',
  unsupported_algorithm: 'is not signed with HMAC-SHA256, the one algorithm that is accepted.',
  too_old: 'was signed too long ago. Have the network send a new one.',
};

/** Reads a callback's form and has its signature verified. Never throws, and repeats nothing of what was sent. */
export async function readCallback(removal: Removal, now: number, req: Request, res: Response): Promise<Callback> {
  if (!req.is(FORM)) return refuse('headers.content-type', `Send the callback as a form: "Content-Type: ${FORM}".`);
  try {
    await readForm(req, res);
  } catch (error) {
    return refuse('body', `The form cannot be read: ${whyUnreadable(error)}`);
  }
  const found = new URLSearchParams(String(req.body)).getAll(FIELD);
  const [text = ''] = found;
  if (found.length > 1) return refuse(FIELD, `${FIELD} stands in the form ${found.length} times. Send it once.`);
  if (text === '') return refuse(FIELD, `${FIELD} is missing. Send the form field the network signed.`);
  const answer = removal.readSignedRequest(text, now);
  return answer.ok ? { ...answer, text } : refuse(FIELD, `${FIELD} ${WHY[answer.reason]}`, answer.reason);
}

function refuse(where: string, message: string, reason: CallbackRefusal = 'malformed_form'): Callback {
  const details = [{ path: formatPath([where]), message }];
  return { ok: false, reason, error: new RequestError({ code: 'invalid_request', message, details }) };
}

const parse = readBody({
  parse: express.text({ type: FORM, limit: MAX_BYTES, inflate: false }),
  type: FORM,
  maxBytes: MAX_BYTES,
});

const readForm = (req: Request, res: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    parse(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });

/** Express names the kind of what its parser refuses in `type`. */
function whyUnreadable(error: unknown): string {
  const type = error instanceof Error && 'type' in error ? error.type : null;
  if (type === 'entity.too.large') return `it is larger than ${MAX_BYTES / 1024} KiB.`;
  if (type === 'encoding.unsupported') return 'it is compressed. Send it as it is.';
  if (type === 'charset.unsupported') return 'its charset is not known. Send it as UTF-8.';
  return 'it ended before its Content-Length.';
}
