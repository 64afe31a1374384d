import { createHmac } from 'node:crypto';
import { parseJson } from '../../read-json.ts';

/**
 * Creates the `signed_request` of Meta's callbacks: `<base64url HMAC-SHA256>.<base64url JSON>`,
 * where the signature covers the encoded text (Meta, data deletion callback, checked 2026-10).
 */
export function signRequest(payloadJson: string, appSecret: string): string {
  const encoded = Buffer.from(payloadJson).toString('base64url');
  const signature = createHmac('sha256', appSecret).update(encoded).digest('base64url');
  return `${signature}.${encoded}`;
}

export type CallbackAnswer = {
  readonly status: number | null;
  readonly body: string;
  /** The body as JSON, the required answer to a data deletion; null when it is not JSON. */
  readonly answer: unknown;
};

/** Posts a signed request as Meta does, urlencoded. `status` null: no answer within 10 s. */
export async function postSignedRequest(callbackUrl: string, signedRequest: string): Promise<CallbackAnswer> {
  try {
    const response = await fetch(callbackUrl, {
      method: 'POST',
      body: new URLSearchParams({ signed_request: signedRequest }),
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    const body = await response.text();
    return { status: response.status, body, answer: parseJson(body) ?? null };
  } catch (error) {
    return { status: null, body: error instanceof Error ? error.message : String(error), answer: null };
  }
}
