import { ATTEMPT_ERRORS, type AttemptErrorCode } from '@fanfare/contract';
import { checkFields, checkName, checkNumber, checkText, checkTimes, named, wrong } from '../check-argument.ts';
import { createScripts } from '../scripts.ts';

/** Receives a signed delivery in place of the address; undefined stands for 204. */
// biome-ignore lint/suspicious/noConfusingVoidType: a receiver that returns nothing is one.
export type DeliverFunction = (request: Request) => Response | void | Promise<Response | void>;

/** Reason that there is no answer. */
export type ReceiverFailure = Exclude<AttemptErrorCode, 'not_2xx' | 'redirected'>;

export const RECEIVER_FAILURES = Object.keys(ATTEMPT_ERRORS).filter(
  (code): code is ReceiverFailure => code !== 'not_2xx' && code !== 'redirected',
);

/** Attempts that a script applies to, how often, and what else the receiver answers. */
export type ReceiverScript = {
  /** Only this webhook; default: every webhook. */
  readonly webhookId?: string;
  /** The number of times; default 1, `Infinity` for always. */
  readonly times?: number;
  /** With a status: its `Retry-After`, in seconds. */
  readonly retryAfterSeconds?: number;
  /** With a status: its header `webhook-delivery`. */
  readonly control?: 'disable' | 'abort-message';
  /** With a status: its body; default: empty. */
  readonly response?: string;
};

export type ScriptedFailure = Pick<ReceiverScript, 'retryAfterSeconds' | 'control' | 'response'> & {
  readonly how: number | ReceiverFailure;
};

/** Controls of the receivers of webhooks. `seed.webhook` adds webhooks. */
export type MockWebhooks = {
  /**
   * Makes the next attempt to deliver, or the next `times` attempts, fail: with an HTTP status from
   * 300 to 599, or without an answer. Nobody is called.
   *
   * @example
   * mock.webhooks.failNext(503, { times: 2, retryAfterSeconds: 120 });
   * mock.webhooks.failNext('timed_out');
   * mock.webhooks.failNext(410); // the webhook is disabled
   */
  failNext(how: number | ReceiverFailure, options?: ReceiverScript): void;
};

export type Receivers = MockWebhooks & {
  take(webhookId: string): ScriptedFailure | null;
  reset(): void;
};

export function createReceivers(): Receivers {
  const scripts = createScripts<{ readonly failure: ScriptedFailure; readonly only: string | undefined }>();
  return {
    failNext(how, options = {}) {
      const what = 'webhooks.failNext(how)';
      if (typeof how === 'number') {
        if (!Number.isInteger(how) || how < 300 || how > 599) throw wrong(what, how, 'an HTTP status from 300 to 599');
      } else checkName(what, how, RECEIVER_FAILURES);
      checkFields('webhooks.failNext(how, options)', options, {
        webhookId: checkText,
        times: checkTimes,
        retryAfterSeconds: checkNumber,
        control: named(['disable', 'abort-message']),
        response: checkText,
      });
      const { webhookId, times, ...answer } = options;
      scripts.add({ failure: { how, ...answer }, only: webhookId }, times);
    },
    take: (webhookId) => scripts.take(({ only }) => only === undefined || only === webhookId)?.failure ?? null,
    reset: scripts.clear,
  };
}
