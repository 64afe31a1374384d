import { ATTEMPT_ERRORS } from '@fanfare/contract';
import { describe, expect, it, test } from 'vitest';
import { isFailing, judgeAttempt, shownResponse } from '../src/index.ts';

const answered = (status: number, deliveryControl: string | null = null) => judgeAttempt({ status, deliveryControl });
const not2xx = (status: number) => `not_2xx: The webhook answered ${status}.`;
const redirected = (status: number) => `redirected: The webhook answered ${status}, and redirects are never followed.`;

describe('an answer decides what becomes of the delivery and of the webhook', () => {
  it.each([
    [200, null, 'delivered', null, null],
    [204, null, 'delivered', null, null],
    [299, null, 'delivered', null, null],
    [200, 'disable', 'delivered', 'by_receiver', null],
    [200, 'abort-message', 'delivered', null, null],
    [301, null, 'retry', null, redirected(301)],
    [304, null, 'retry', null, redirected(304)],
    [307, 'abort-message', 'ended', null, redirected(307)],
    [400, null, 'retry', null, not2xx(400)],
    [401, null, 'retry', null, not2xx(401)],
    [404, null, 'retry', null, not2xx(404)],
    [404, 'abort-message', 'ended', null, not2xx(404)],
    [404, ' Abort-Message ', 'ended', null, not2xx(404)],
    [404, 'something-else', 'retry', null, not2xx(404)],
    [410, null, 'ended', 'gone', not2xx(410)],
    [410, 'disable', 'ended', 'gone', not2xx(410)],
    [429, null, 'retry', null, not2xx(429)],
    [500, 'disable', 'ended', 'by_receiver', not2xx(500)],
    [503, null, 'retry', null, not2xx(503)],
    [199, null, 'retry', null, not2xx(199)],
  ] as const)('%i with webhook-delivery %j', (status, control, delivery, disable, error) => {
    expect(answered(status, control)).toEqual({ delivery, disable, error });
  });

  it.each(['timed_out', 'address_not_allowed', 'host_not_found', 'certificate_invalid', 'connection_failed'] as const)(
    'without an answer it is tried again: %s',
    (failure) => {
      expect(judgeAttempt({ failure })).toEqual({
        delivery: 'retry',
        disable: null,
        error: `${failure}: ${ATTEMPT_ERRORS[failure]}`,
      });
    },
  );
});

const DAY = 86_400_000;
const since = new Date('2026-11-15T00:00:00.000Z');
const after = (ms: number) => new Date(since.getTime() + ms);

test.each([
  ['never failed', null, 0, 30 * DAY, false],
  ['5 days and 10 attempts', since, 10, 5 * DAY, true],
  ['5 days less a millisecond', since, 1000, 5 * DAY - 1, false],
  ['9 attempts', since, 9, 30 * DAY, false],
])(
  'a webhook is failing after 5 days of nothing but failures and at least 10 attempts: %s',
  (_, failingSince, failedAttempts, ms, is) => {
    expect(isFailing({ failingSince, failedAttempts }, after(ms))).toBe(is);
  },
);

describe('of an answer its first 1,024 bytes are kept', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  it('a short one whole', () => {
    expect(shownResponse(bytes('Größe'))).toBe('Größe');
    expect(shownResponse(bytes('a'.repeat(1024)))).toBe('a'.repeat(1024));
  });

  it('a long one without half a character at its end', () => {
    expect(shownResponse(bytes(`${'a'.repeat(1023)}ß`))).toBe('a'.repeat(1023));
    expect(shownResponse(bytes('😀'.repeat(300)))).toBe('😀'.repeat(256));
  });

  it('and as text that can be stored, whatever it is', () => {
    expect(shownResponse(Uint8Array.of(0x61, 0x00, 0xff, 0xc3))).toBe('a\uFFFD\uFFFD\uFFFD');
  });
});
