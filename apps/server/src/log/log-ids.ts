import { type IdPrefix, toPublicId } from '../process/ids.ts';

/** Fields of log lines that name a row, and the prefix of the id that callers see of it. */
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
 * A log line with the ids that callers see, so that one search finds a post in their logs and ours.
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
