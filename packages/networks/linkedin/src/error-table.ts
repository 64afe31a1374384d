import { type Answer, type ErrorTable, type Refusal, retryAfterMs } from '@fanfare/network';
import { z } from 'zod';
import { ERROR_ROWS } from './error-rows.ts';
import type { LinkedinErrorRow } from './purpose.ts';

/** Refusals of LinkedIn. */
export const LINKEDIN_ERRORS: ErrorTable<LinkedinErrorRow> = { rows: ERROR_ROWS, readRefusal, waitMs };

// Every field may be missing, and a gateway may answer HTML (LinkedIn, API error handling, checked
// 2026-11).
const word = z.string().optional().catch(undefined);
const ErrorBody = z
  .object({
    code: word,
    error: word,
    error_description: word,
    message: word,
    status: z.number().optional().catch(undefined),
    serviceErrorCode: z
      .union([z.string(), z.number().transform(String)])
      .optional()
      .catch(undefined),
    errorDetails: z
      .object({ inputErrors: z.array(z.object({ code: word, description: word }).catch({})).catch([]) })
      .optional()
      .catch(undefined),
  })
  .catch({});

/** Its sentences are short; rows compare each word. */
const MOST_WORDS_CHARS = 2_000;

/** LinkedIn also names its codes within sentences, so every word of its texts counts as a code. */
function readRefusal(answer: Answer): Refusal {
  const body = ErrorBody.parse(answer.json);
  const inputErrors = body.errorDetails?.inputErrors ?? [];
  const given = [...inputErrors.map((each) => each.code), body.code, body.error, body.serviceErrorCode];
  const codes = given.filter((code) => code !== undefined);
  const text = [body.message, body.error_description, ...inputErrors.map((each) => each.description)]
    .filter((part) => part !== undefined)
    .join(' ');
  return {
    status: answer.status,
    codes: [...codes, ...(text.slice(0, MOST_WORDS_CHARS).match(/\w+/g) ?? [])],
    text,
    // Every error of LinkedIn repeats the status or has a number of its own (LinkedIn, API error
    // handling, checked 2026-11).
    own: body.status !== undefined || body.serviceErrorCode !== undefined,
    networkCode: codes[0],
  };
}

const DAY_MS = 86_400_000;

/** Daily limits reset at 00:00 UTC. Only a gateway may send Retry-After. */
function waitMs({ retry }: LinkedinErrorRow, { headers }: Answer, now: number): number | undefined {
  if (retry === 'reset') return DAY_MS - (now % DAY_MS);
  return retry === undefined ? undefined : (retryAfterMs(headers, now) ?? retry);
}
