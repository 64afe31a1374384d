import { GENERAL_ERRORS, LOG_IN, RECONNECT, rejectedToken } from './general-errors.ts';
import type { GraphErrorRow } from './graph-error-row.ts';
import { INSIGHTS_ERROR_MARKERS, INSIGHTS_ERRORS } from './insights-errors.ts';
import { PUBLISHING_ERRORS } from './publishing-errors.ts';
import { VERSION_ERROR_MARKERS, VERSION_ERRORS } from './refuses-version.ts';

/**
 * Every documented or observed error of the two networks, as data. Branch on nothing else: not on the HTTP status or `type`, since Threads
 * answers some validation errors with 500, and not on words of a raw body.
 */
export const GRAPH_ERRORS: readonly GraphErrorRow[] = [
  ...GENERAL_ERRORS,
  ...PUBLISHING_ERRORS,
  ...INSIGHTS_ERRORS,
  ...VERSION_ERRORS,
];

/** Words in `error.message` that decide where no subcode does. Matched only within the parsed message, never in a raw body. */
export const GRAPH_ERROR_MARKERS: readonly { readonly text: string; readonly row: GraphErrorRow }[] = [
  {
    text: 'session has been invalidated',
    row: { code: null, ...rejectedToken, says: '{network} invalidated the session.', remedy: RECONNECT },
  },
  {
    text: 'You cannot access the app till you log in to',
    row: { code: null, ...rejectedToken, says: '{network} wants the user to log in first.', remedy: LOG_IN },
  },
  {
    text: 'Session key is malformed',
    row: { code: null, ...rejectedToken, says: '{network} no longer accepts the access token.', remedy: RECONNECT },
  },
  {
    text: 'The user is not an Instagram Business',
    row: {
      code: null,
      becomes: 'account_restricted',
      says: 'The account is not a professional account.',
      remedy: 'Switch the account to Business or Creator in the Instagram app, then reconnect it.',
    },
  },
  // Named in Meta, Threads changelog 2025-12-22; sent under plain code 100.
  {
    text: 'THREADS_API__LINK_LIMIT_EXCEEDED',
    row: {
      code: null,
      becomes: 'content_rejected',
      says: 'The text holds more than 5 links.',
      remedy: 'Use at most 5 links.',
    },
  },
  // Arrives with HTTP 500 and type THApiException.
  {
    text: 'Param text must be at most 500 characters long',
    row: {
      code: null,
      becomes: 'content_rejected',
      says: 'The text is longer than 500 characters.',
      remedy: 'Shorten it.',
    },
  },
  ...INSIGHTS_ERROR_MARKERS,
  ...VERSION_ERROR_MARKERS,
];
