import { LIMITS } from '@fanfare/contract';
import { isBoundedJson } from './is-bounded-json.ts';
import type { Refusal } from './refusal.ts';

/** Methods whose routes read a body; on any other a body has no meaning and stays unread. */
export const METHODS_WITH_BODY: readonly string[] = ['POST', 'PUT', 'PATCH'];

/** Refusals of a body before its content is checked. */
export const BODY_REFUSALS = {
  tooLarge: {
    code: 'payload_too_large',
    message: `The body is larger than ${LIMITS.requestBodyBytes.value / 1024 ** 2} MiB.`,
  },
  notJson: {
    code: 'unsupported_media_type',
    message: 'Send the body as JSON with "Content-Type: application/json".',
  },
  notUtf8: { code: 'unsupported_media_type', message: 'The body must be UTF-8.' },
  compressed: { code: 'unsupported_media_type', message: 'The body must not be compressed.' },
  tooManyValues: {
    code: 'invalid_request',
    message: `The body has more than ${LIMITS.requestBodyValues.value} values (texts, numbers, lists, objects), or lists and objects in more than ${LIMITS.requestBodyLevels.value} levels. Send only fields that this call takes.`,
  },
  invalidJson: { code: 'invalid_request', message: 'The body is not valid JSON.' },
} as const satisfies Record<string, Refusal>;

/** Whether a content type names UTF-8 or no charset. JSON has no other (RFC 8259, 8.1). */
export function isUtf8(contentType: string): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType)?.[1];
  return charset === undefined || charset.toLowerCase() === 'utf-8';
}

const BOUNDS = { mostValues: LIMITS.requestBodyValues.value, mostDepth: LIMITS.requestBodyLevels.value };

/** Whether a body is small enough to be parsed: JSON as text, or bytes as Latin-1. */
export const isBoundedBody = (json: string): boolean => isBoundedJson(json, BOUNDS);
