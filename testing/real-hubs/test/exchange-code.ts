import type { RealWordpress } from '../src/index.ts';

/** An answer of the exchange. */
export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown };

/** Posts to the exchange of a WordPress, by the address that needs no permalinks. */
export async function exchange(wordpress: Pick<RealWordpress, 'url'>, body: unknown): Promise<Answer> {
  const answer = await fetch(`${wordpress.url}/?rest_route=/hub-connect/v1/exchange`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

export const INVALID_CODE = {
  code: 'invalid_connect_code',
  message: 'This connect code is unknown, used or expired. Generate a new one.',
};

/** A code that no hub made. */
export const WRONG_CODE = 'BBBB-BBBB-BBBB-BBBB';
