import type {
  AccountStatus,
  CommentStatus,
  EventMedia,
  EventType,
  EventWebhook,
  Platform,
  RepostStatus,
  TargetErrorDetail,
  TargetStatus,
  Usage,
} from '@fanfare/contract';
import type { StoredFollowUp } from './target-state.ts';

/** The account of an event; `profileId` is null when it has none. */
type OfAccount = { readonly accountId: string; readonly platform: Platform; readonly profileId: string | null };

/** The stored facts of a target, without what was requested. */
export type EventTargetFacts = OfAccount & {
  readonly id: string;
  /** The status of the post alone, as `targetStatus` reads it. */
  readonly status: TargetStatus;
  readonly isStarted: boolean;
  readonly hasFirstComment: boolean;
  readonly platformPostId: string | null;
  readonly url: string | null;
  readonly publishedAt: Date | null;
  readonly errorDetail: TargetErrorDetail | null;
  readonly commentStatus: CommentStatus;
  readonly commentId: string | null;
  readonly commentError: string | null;
  readonly unpublishedAt: Date | null;
};

export type EventPostFacts = {
  readonly id: string;
  readonly createdAt: Date;
  readonly publishAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly idempotencyKey: string;
  /** All of them, in the order of the request. */
  readonly targets: readonly EventTargetFacts[];
};

/** The stored facts of a later post of a chain, or of one of `firstComments`. */
export type EventFollowUpFacts = Omit<StoredFollowUp, 'dueAt'>;

export type EventRepostFacts = OfAccount & {
  readonly platformPostId: string;
  readonly targetId: string | null;
  readonly status: RepostStatus;
  readonly platformRepostId: string | null;
  readonly error: string | null;
  readonly repostedAt: Date | null;
};

export type EventAccountFacts = {
  readonly id: string;
  readonly platform: Platform;
  readonly profileId: string | null;
  readonly status: AccountStatus;
  readonly statusReason: string | null;
};

type Named<Prefix extends string> = Extract<EventType, `${Prefix}.${string}`>;

/** The facts of an event, as they are stored. */
export type EventFacts = { readonly id: string; readonly at: Date } & (
  | { readonly type: Named<'post'>; readonly post: EventPostFacts }
  | { readonly type: Named<'target' | 'comment'>; readonly post: EventPostFacts; readonly targetId: string }
  | {
      readonly type: Named<'follow_up'>;
      readonly post: EventPostFacts;
      readonly targetId: string;
      readonly followUp: EventFollowUpFacts;
    }
  | { readonly type: Named<'repost'>; readonly repost: EventRepostFacts }
  | {
      readonly type: Exclude<Named<'account'>, 'account.expiring' | 'account.removed'>;
      readonly account: EventAccountFacts;
    }
  | { readonly type: 'account.expiring'; readonly account: EventAccountFacts; readonly expiresAt: Date }
  | {
      readonly type: 'account.removed';
      readonly account: Pick<EventAccountFacts, 'id' | 'platform' | 'profileId'>;
    }
  | { readonly type: Named<'media'>; readonly media: EventMedia }
  | { readonly type: Named<'quota'>; readonly usage: Usage }
  | {
      readonly type: Named<'network'>;
      readonly network: { readonly platform: Platform; readonly version: string; readonly nextVersion: string | null };
    }
  | {
      readonly type: 'webhook.failing' | 'webhook.disabled';
      readonly webhook: EventWebhook;
    }
  | { readonly type: 'webhook.test'; readonly webhook: { readonly id: string } }
);
