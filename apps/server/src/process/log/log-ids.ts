import { type IdPrefix, toPublicId } from '../ids.ts';

/** Fields of log lines that name a row, with the prefix of its public id. */
const FIELDS: Readonly<Record<string, IdPrefix>> = {
  workspaceId: 'ws',
  projectId: 'prj',
  keyId: 'key',
  accountId: 'acc',
  postId: 'post',
  targetId: 'tgt',
  eventId: 'evt',
  endpointId: 'whk',
  userId: 'usr',
};
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Shows the ids of a log line as callers see them, so that one search finds a post in both logs.
 *
 * @example
 * withPublicIds({ postId: '0197…' }); // { postId: 'post_01js…' }
 */
export function withPublicIds(line: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...line };
  for (const [field, value] of Object.entries(line)) {
    const prefix = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
    if (prefix !== undefined && typeof value === 'string' && UUID.test(value)) shown[field] = toPublicId(prefix, value);
  }
  return shown;
}
