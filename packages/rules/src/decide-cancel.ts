import type { Post } from '@fanfare/contract';
import { type Decision, refuse } from './refusal.ts';

/**
 * Whether a post may be cancelled: only one that still waits for its time. `isDone` when it is
 * cancelled already.
 *
 * @example
 * decideCancel({ status: 'scheduled' }); // { ok: true, isDone: false }
 */
export function decideCancel({ status }: Pick<Post, 'status'>): Decision<{ readonly isDone: boolean }> {
  if (status === 'cancelled' || status === 'scheduled') return { ok: true, isDone: status === 'cancelled' };
  return refuse({
    code: 'not_cancellable',
    message: 'The post is no longer waiting: it was published at once, is being published, or has settled.',
  });
}
