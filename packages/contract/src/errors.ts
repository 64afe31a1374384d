import { z } from 'zod';
import { named } from './documented.ts';
import { LIMITS } from './limits.ts';
import { PlatformSchema } from './platform.ts';
import { REQUEST_ERROR_CODES, type RequestErrorCode } from './request-errors.ts';
import { TARGET_ERROR_CODES, type TargetErrorCode } from './target-errors.ts';
import { utcTimestamp } from './timestamp.ts';

export {
  REQUEST_ERROR_CODES,
  REQUEST_ERRORS,
  type RequestErrorCode,
  type RequestErrorFacts,
} from './request-errors.ts';
export { TARGET_ERROR_CODES, TARGET_ERRORS, type TargetErrorCode, type TargetErrorFacts } from './target-errors.ts';

export const RequestErrorCodeSchema = named(
  'RequestErrorCode',
  'Why a request was refused or failed.',
  z.enum(REQUEST_ERROR_CODES),
);
export const TargetErrorCodeSchema = named(
  'TargetErrorCode',
  'Why a target, comment or repost failed. After any code except `outcome_unknown` nothing is live on the network.',
  z.enum(TARGET_ERROR_CODES),
);

/** The documentation in examples. An installation has its own, by default at `/docs`. */
export const EXAMPLE_DOCS_URL = 'https://fanfare.example.com/docs';

/**
 * Page and anchor that explain a request error code.
 *
 * @example
 * docUrl('https://fanfare.example.com/docs', 'invalid_post'); // 'https://fanfare.example.com/docs/errors#invalid_post'
 */
export function docUrl(docsUrl: string, code: RequestErrorCode): string {
  return `${docsUrl}/errors#${code}`;
}

/**
 * Page and anchor that explain a target error code.
 *
 * @example
 * targetDocUrl('https://fanfare.example.com/docs', 'outcome_unknown'); // 'https://fanfare.example.com/docs/errors#target-outcome_unknown'
 */
export function targetDocUrl(docsUrl: string, code: TargetErrorCode): string {
  return `${docsUrl}/errors#target-${code}`;
}

/** One broken field of a request. */
export const FieldErrorSchema = named(
  'FieldError',
  'One broken field of a request.',
  z.object({
    path: z
      .string()
      .describe('Where in the request, such as `platforms[1].mediaItems[2].url`; empty for the request as a whole.'),
    message: z.string().describe('What is wrong with it, in one sentence.'),
    platform: PlatformSchema.optional().describe('Platform of the target, with `platform_mismatch`.'),
    accountId: z.string().optional().describe('Id of the account, with `account_not_found` and `platform_mismatch`.'),
  }),
);
export type FieldError = z.infer<typeof FieldErrorSchema>;

/** One broken content rule of one target. */
export const RuleViolationSchema = named(
  'RuleViolation',
  'One broken content rule of one target.',
  z.object({
    path: z.string().describe('Where in the request, such as `platforms[1].mediaItems[2]`.'),
    platform: PlatformSchema.describe('Platform whose rule is broken.'),
    accountId: z.string().describe('Account of the target.'),
    rule: z.string().describe('Stable name of the rule, such as `instagram.carousel.max_items`.'),
    message: z.string().describe('What is wrong and how to fix it, in one sentence.'),
    limit: z.number().optional().describe('The number the rule allows, in the unit of the rule.'),
    actual: z.number().optional().describe('The number the request has, in the same unit.'),
  }),
);
export type RuleViolation = z.infer<typeof RuleViolationSchema>;

/** The rest of a quota. */
export const QuotaDetailSchema = named(
  'QuotaDetail',
  'The state of the quota that the request would exceed; all numbers are units (network writes).',
  z.object({
    limit: z.number().int().describe('Units the plan includes in the period.'),
    used: z.number().int().describe('Units already billed in the period.'),
    reserved: z.number().int().describe('Units held for posts that are scheduled or being published.'),
    requested: z.number().int().describe('Units this request needs.'),
    resetsAt: utcTimestamp().describe('When the next period begins.'),
  }),
);
export type QuotaDetail = z.infer<typeof QuotaDetailSchema>;

/** The error body of every endpoint and every status from 400 up. */
const errorBody = named(
  'ErrorBody',
  'The body of every error answer.',
  z.object({
    error: z
      .object({
        code: RequestErrorCodeSchema.describe('Stable code to branch on.'),
        message: z.string().describe('One sentence for a developer; its wording may change.'),
        requestId: z.string().describe('The value of the `X-Request-Id` response header.'),
        details: z
          .array(z.union([RuleViolationSchema, QuotaDetailSchema, FieldErrorSchema]))
          .optional()
          .describe(
            'All problems: `RuleViolation` with `invalid_post`, `QuotaDetail` with `quota_exceeded`, otherwise `FieldError`.',
          ),
        docUrl: z
          .string()
          .describe(
            'Page that explains the code and how to fix the problem: in the documentation of this installation, or where its operator says.',
          ),
      })
      .describe('What went wrong.'),
  }),
);
export type ErrorBody = z.infer<typeof errorBody>;
/** A name, so that declaration files need not repeat it on every status of every route. */
export interface ErrorBodySchema extends z.ZodType<ErrorBody> {}
export const ErrorBodySchema: ErrorBodySchema = errorBody;
export type ErrorDetail = RuleViolation | QuotaDetail | FieldError;

const detailText = (sentence: string) => z.string().max(LIMITS.errorDetailChars.value).nullable().describe(sentence);

/** Reason that a target failed, for programs. */
const targetErrorDetail = named(
  'TargetErrorDetail',
  'Why a target failed; texts are redacted and at most 500 characters each.',
  z.object({
    code: TargetErrorCodeSchema.describe('The code before the colon of `error`.'),
    message: z
      .string()
      .max(LIMITS.errorDetailChars.value)
      .describe('The message after the colon of `error`, at most 500 characters.'),
    retryable: z
      .boolean()
      .describe('Whether sending the target again with a new key can succeed without changing anything.'),
    networkCode: detailText('The network’s own error code, at most 500 characters; null when it gave none.'),
    networkMessage: detailText('The network’s own message, redacted, at most 500 characters; null when it gave none.'),
    mediaIndex: z
      .number()
      .int()
      .min(0)
      .nullable()
      .describe('Zero-based index of the media item that caused the failure; null when none did.'),
    remedy: detailText('What to do next, at most 500 characters; null when nothing helps.'),
  }),
);
export type TargetErrorDetail = z.infer<typeof targetErrorDetail>;
export interface TargetErrorDetailSchema extends z.ZodType<TargetErrorDetail> {}
export const TargetErrorDetailSchema: TargetErrorDetailSchema = targetErrorDetail;
