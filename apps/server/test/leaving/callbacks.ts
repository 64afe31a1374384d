import { createHmac } from 'node:crypto';
import type { Person } from '../use-server.ts';

/**
 * A `signed_request` as Meta builds it: `<base64url HMAC-SHA256>.<base64url JSON>`, with the
 * signature over the encoded text.
 */
export function sign(payload: unknown, secret: string): string {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const encoded = Buffer.from(text).toString('base64url');
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`;
}

/** One that the sandbox's app of the network would send about this user. */
export function signedRequest(platform: string, userId: string, over: Record<string, unknown> = {}): string {
  const issuedAt = Math.floor(Date.now() / 1000);
  return sign(
    { algorithm: 'HMAC-SHA256', issued_at: issuedAt, user_id: userId, ...over },
    `sandbox-${platform}-secret`,
  );
}

export type CallbackName = 'deauthorize' | 'data-deletion';

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown };

/** Posts a form, or anything else, to a callback address. */
export async function post(
  server: { readonly baseUrl: string },
  path: string,
  body: RequestInit['body'],
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${server.baseUrl}/removal/${path}`, { method: 'POST', body, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

export const postSigned = (server: { readonly baseUrl: string }, path: string, text: string): Promise<Answer> =>
  post(server, path, new URLSearchParams({ signed_request: text }));

export type Confirmation = { readonly url: string; readonly confirmation_code: string };

/**
 * Lets the simulated network notify the service that this person removed it, or wants their data
 * deleted.
 */
export async function networkCalls(
  server: { readonly baseUrl: string },
  person: Person,
  name: CallbackName,
  how: Record<string, unknown> = {},
): Promise<Answer> {
  const callbackUrl = `${server.baseUrl}/removal/${person.account.platform}/${name}`;
  const { status, body } = (await person.control(name, { callbackUrl, ...how })) as { status: number; body: string };
  return { status, headers: new Headers(), body: JSON.parse(body) };
}
