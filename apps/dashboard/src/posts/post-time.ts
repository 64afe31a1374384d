import type { Post } from '@fanfare/sdk';

type Facts = Pick<Post, 'status' | 'publishAt' | 'cancelledAt' | 'createdAt'>;

/** The moment of a post in a list, and its event. Only scheduled posts have a future one. */
export function timeOf({ status, publishAt, cancelledAt, createdAt }: Facts, now = new Date()) {
  if (publishAt !== null && status === 'scheduled') return { what: 'Goes out', at: publishAt };
  if (cancelledAt !== null) return { what: 'Cancelled', at: cancelledAt };
  if (publishAt !== null && Date.parse(publishAt) <= now.getTime()) return { what: 'Was due', at: publishAt };
  return { what: 'Created', at: createdAt };
}
