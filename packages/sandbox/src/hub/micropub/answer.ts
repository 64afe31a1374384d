import type { Response } from 'express';
import type { World } from './world.ts';

export type Answer = {
  readonly status: number;
  /** Absent: an empty body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export function ok(body: unknown): Answer {
  return { status: 200, body };
}

/** Micropub, 3.8: an error has a code and, for people, a description. */
export function refusal(status: number, error: string, description: string, more: object = {}): Answer {
  return { status, body: { error, error_description: description, ...more } };
}

/** Says where something new is, as the habit of the server is. */
export function withAddress({ habits }: World, { status, body }: Answer, url: string): Answer {
  if (habits.addresses === 'header') return { status, body, headers: { location: url } };
  return { status, body: { ...Object(body), ...(habits.addresses === 'body' && { url }) } };
}

export function invalidRequest(description: string): Answer {
  return refusal(400, 'invalid_request', description);
}

export function insufficientScope(scope: string): Answer {
  const description = 'The request requires higher privileges than provided by the access token';
  return refusal(403, 'insufficient_scope', description, { scope });
}

export function send(res: Response, { status, body, headers }: Answer): void {
  res.status(status).set(headers ?? {});
  if (body === undefined) res.end();
  else res.json(body);
}
