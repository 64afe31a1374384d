import type { StoredEventType } from '@fanfare/contract';

/** An event that was written. It is public at once: the mock has no relay. */
export type StoredEvent = {
  readonly id: string;
  readonly projectId: string;
  readonly type: StoredEventType;
  /** Place in the order of its project, from 1. */
  readonly position: number;
  readonly atMs: number;
  /** The exact text of every delivery, made on first use. */
  readonly body: () => string;
  /** The key by which a removal deletes it; null for events that are about neither. */
  readonly postId: string | null;
  readonly accountId: string | null;
};
