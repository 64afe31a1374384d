import type { Removal, RemovalRefusal } from '@fanfare/network';
import { type Refusal, refuseField } from '@fanfare/rules';

const FIELD = 'signed_request';

/** Reason to refuse a callback. `malformed_form` is about the form around the signed request. */
export type CallbackRefusal = RemovalRefusal | 'malformed_form';

export type Callback =
  | { readonly ok: true; readonly text: string; readonly platformUserId: string; readonly issuedAt: number }
  | { readonly ok: false; readonly reason: CallbackRefusal; readonly refusal: Refusal };

const WHY: Readonly<Record<RemovalRefusal, string>> = {
  too_large: 'is longer than any a network sends. Send it as the network made it.',
  malformed:
    'is not a signed request: a signature and a payload in base64url, with a dot between. It may have been cut.',
  bad_signature:
    'is not signed with the app secret this installation has for this network. Each product has its own callback address and secret; compare them in the app dashboard.',
  unsupported_algorithm: 'is not signed with HMAC-SHA256, the one algorithm that is accepted.',
  too_old: 'was signed too long ago. Have the network send a new one.',
};

/** Verifies the signature of a callback's form. Repeats nothing that was sent. */
export function readCallback(removal: Removal, now: number, form: URLSearchParams): Callback {
  const found = form.getAll(FIELD);
  const [text = ''] = found;
  if (found.length > 1) return refuse(`was sent ${found.length} times. Send it once.`);
  if (text === '') return refuse('is missing. Send the form field the network signed.');
  const answer = removal.readSignedRequest(text, now);
  return answer.ok ? { ...answer, text } : refuse(WHY[answer.reason], answer.reason);
}

const refuse = (problem: string, reason: CallbackRefusal = 'malformed_form'): Callback => ({
  ...refuseField(FIELD, `${FIELD} ${problem}`),
  reason,
});
