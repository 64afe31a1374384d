import type { Response } from 'express';

/** An error in the Graph envelope. HTTP 400 and type OAuthException where absent. */
export type GraphFailure = {
  readonly code: number;
  readonly subcode?: number;
  readonly message: string;
  readonly type?: string;
  readonly status?: number;
  readonly title?: string;
  readonly userMessage?: string;
  readonly isTransient?: boolean;
};

/** An answer of the Graph. A string is sent unchanged, such as a 17-digit number. */
export type GraphAnswer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly failure: GraphFailure };

export function answered(body: unknown): GraphAnswer {
  return { ok: true, body };
}

export function refused(failure: GraphFailure): GraphAnswer {
  return { ok: false, failure };
}

/** Code 100 without a subcode: a parameter is missing or invalid. */
export function invalidParameter(message: string): GraphFailure {
  return { code: 100, message: `(#100) ${message}` };
}

/**
 * The object does not exist or is not yours; Graph has one error for both.
 * Live message (gitroomhq/postiz-app issue 1562, checked 2026-10).
 */
export function missingObject(method: string, id: string): GraphFailure {
  return {
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
    message: `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
  };
}

export function unknownPath(path: string): GraphFailure {
  return { code: 2500, message: `Unknown path components: ${path}` };
}

/** Sends an answer, errors in the envelope of Meta's error-handling guide (checked 2026-10). */
export function sendGraphAnswer(res: Response, answer: GraphAnswer, traceId: string): void {
  res.set('content-type', 'application/json; charset=UTF-8');
  if (answer.ok) {
    res.status(200).send(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    return;
  }
  res.status(answer.failure.status ?? 400).send(JSON.stringify({ error: envelopeOf(answer.failure, traceId) }));
}

function envelopeOf(failure: GraphFailure, traceId: string): Readonly<Record<string, unknown>> {
  return {
    message: failure.message,
    type: failure.type ?? 'OAuthException',
    code: failure.code,
    ...(failure.subcode === undefined ? {} : { error_subcode: failure.subcode }),
    // Only publishing errors say whether they are transient; live Threads validation errors do not.
    ...(failure.title === undefined && failure.isTransient === undefined
      ? {}
      : { is_transient: failure.isTransient ?? false }),
    ...(failure.title === undefined ? {} : { error_user_title: failure.title }),
    ...(failure.userMessage === undefined ? {} : { error_user_msg: failure.userMessage }),
    fbtrace_id: traceId,
  };
}
