import { ATTEMPT_ERRORS, type AttemptErrorCode, LIMITS, type WebhookDisabledReason } from '@fanfare/contract';

/** The end of an attempt to deliver: an answer, or the reason for none. */
export type AttemptResult =
  | {
      readonly status: number;
      /** The header `webhook-delivery` of the answer. */
      readonly deliveryControl: string | null;
    }
  | { readonly failure: Exclude<AttemptErrorCode, 'not_2xx' | 'redirected'> };

export type AttemptJudgement = {
  /** `ended`: failed for good, because the receiver wants no retry. */
  readonly delivery: 'delivered' | 'ended' | 'retry';
  /** Reason that the webhook is disabled; null when it is not. */
  readonly disable: Extract<WebhookDisabledReason, 'gone' | 'by_receiver'> | null;
  /** As `code: message`; null when it was delivered. */
  readonly error: string | null;
};

/**
 * Reads the meaning of an attempt for its delivery and its webhook. Only 2xx is a success, and a
 * redirect is never followed (Standard Webhooks 1.0.0). The receiver steers with 410 and with the
 * header `webhook-delivery` (Svix, "Delivery Control"), both checked 2026-11. What is not
 * understood is retried: a 404 is a deploy more often than a mistake.
 *
 * @example
 * judgeAttempt({ status: 503, deliveryControl: null }); // { delivery: 'retry', disable: null, error: 'not_2xx: The webhook answered 503.' }
 */
export function judgeAttempt(result: AttemptResult): AttemptJudgement {
  if ('failure' in result) return { delivery: 'retry', disable: null, error: withCode(result.failure) };
  const { status } = result;
  const control = result.deliveryControl?.trim().toLowerCase();
  const disable = status === 410 ? 'gone' : control === 'disable' ? 'by_receiver' : null;
  if (status >= 200 && status < 300) return { delivery: 'delivered', disable, error: null };
  const isEnd = disable !== null || control === 'abort-message';
  const error =
    status >= 300 && status < 400
      ? `redirected: The webhook answered ${status}, and redirects are never followed.`
      : `not_2xx: The webhook answered ${status}.`;
  return { delivery: isEnd ? 'ended' : 'retry', disable, error };
}

const withCode = (code: AttemptErrorCode): string => `${code}: ${ATTEMPT_ERRORS[code]}`;

/** Keeps the first 1,024 bytes of an answer as text, without half a character. */
export function shownResponse(body: Uint8Array): string {
  const bytes = body.subarray(0, LIMITS.webhookResponseBytes.value);
  return new TextDecoder().decode(bytes, { stream: body.length > bytes.length }).replaceAll('\u0000', '\uFFFD');
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Whether a webhook is disabled as failing: after 5 days of nothing but failures and at least 10
 * attempts. Never by a count alone: ten posts in one bad minute are no reason.
 *
 * @example
 * isFailing({ failingSince: new Date('2026-11-15'), failedAttempts: 12 }, new Date('2026-11-20')); // true
 */
export const isFailing = (
  { failingSince, failedAttempts }: { readonly failingSince: Date | null; readonly failedAttempts: number },
  now: Date,
): boolean =>
  failingSince !== null &&
  now.getTime() - failingSince.getTime() >= LIMITS.webhookFailingDays.value * DAY_MS &&
  failedAttempts >= LIMITS.webhookDisablingAttempts.value;

/**
 * Says whether a webhook keeps failing (event `webhook.failing`): after an hour of nothing but
 * failures and at least 4 attempts. A deploy takes less.
 *
 * @example
 * keepsFailing({ failingSince: new Date('2026-11-20T08:00:00Z'), failedAttempts: 4 }, new Date('2026-11-20T09:00:00Z')); // true
 */
export const keepsFailing = (
  { failingSince, failedAttempts }: { readonly failingSince: Date | null; readonly failedAttempts: number },
  now: Date,
): boolean =>
  failingSince !== null &&
  now.getTime() - failingSince.getTime() >= LIMITS.webhookFailingHours.value * HOUR_MS &&
  failedAttempts >= LIMITS.webhookFailingAttempts.value;
