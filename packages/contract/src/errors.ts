import { z } from 'zod';

/** Codes before the colon in a target's `error` (and in `commentError`). The list is closed. */
export const TARGET_ERROR_CODES = [
  'account_not_active',
  'media_processing_timeout',
  'outcome_unknown',
  'worker_lost',
  'cancelled',
  'rate_limited',
  'duplicate_content',
  'content_rejected',
  'media_rejected',
  'media_unreachable',
  'media_processing_failed',
  'permission_missing',
  'credential_rejected',
  'account_restricted',
  'account_deleted',
  'network_credits_exhausted',
  'network_unavailable',
  'space_not_found',
  'schedule_missed',
  'internal_error',
] as const;

export type TargetErrorCode = (typeof TARGET_ERROR_CODES)[number];
export const TargetErrorCodeSchema = z.enum(TARGET_ERROR_CODES);
