import type { StoredEventType } from '@fanfare/contract';

/** An event that was written. It is public at once: the mock has no relay. */
export type StoredEvent = {
  readonly id: string;
  readonly projectId: string;
  readonly type: StoredEventType;
  /** Place in the order of its project, from 1. */
  readonly position: number;
  readonly atMs: number;
  /** The exact text of every delivery, made when it is first read: most events of most mocks are never looked at. */
  readonly body: () => string;
  /** What a removal deletes it with; null for events that are about neither. */
  readonly postId: string | null;
  readonly accountId: string | null;
};
