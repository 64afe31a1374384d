import type { AccountStatus, EventMedia, Platform, RepostStatus, WebhookDisabledReason } from '@fanfare/contract';
import { type EventFacts, type EventPostFacts, planOf, quotaPeriodOf, summariseUsage } from '@fanfare/rules';
import type { Database } from '../db/database.ts';
import { toPublicId } from '../process/ids.ts';
import {
  type AccountOfEvent,
  findAccountsOfEvents,
  findFollowUpsOfEvents,
  findPlans,
  findPostsOfEvents,
  findRepostedTargets,
  findTargetsOfEvents,
  type PostOfEvent,
  type TargetOfEvent,
} from './event-facts.table.ts';
import { nameOf, type WrittenEvent } from './relay.table.ts';

/** Facts of an event, from the rows as they are now; null when its subject is gone. */
export type FactsOf = (event: WrittenEvent) => EventFacts | null;

/** Reads the facts for the bodies of these events, one statement per kind of row. */
export async function readEventFacts(tx: Database, events: readonly WrittenEvent[]): Promise<FactsOf> {
  const posts = await findPostsOfEvents(tx, keysOf(events, 'postId'));
  const targets = await findTargetsOfEvents(tx, posts);
  const accounts = await findAccountsOfEvents(tx, keysOf(events.filter(isOfAccount), 'accountId'));
  const followUps = await findFollowUpsOfEvents(tx, keysOf(events.filter(isOfFollowUp), 'targetId'));
  const reposted = await findRepostedTargets(tx, events.filter(isOfRepost).map(repostOf));
  const plans = await findPlans(
    tx,
    events.filter(isOfQuota).map(({ projectId }) => projectId),
  );

  const targetsNamed = new Map<string, TargetOfEvent[]>(posts.map((post) => [nameOf(post.projectId, post.id), []]));
  for (const target of targets) targetsNamed.get(nameOf(target.projectId, target.postId))?.push(target);
  const postNamed = new Map(
    posts.map((post) => {
      const name = nameOf(post.projectId, post.id);
      return [name, toPostFacts(post, targetsNamed.get(name) ?? [])] as const;
    }),
  );
  const accountNamed = new Map(accounts.map((account) => [nameOf(account.projectId, account.id), account]));
  const followUpNamed = new Map(followUps.map((found) => [nameOf(found.projectId, found.id), found]));
  const targetOfRepost = new Map(reposted.map((found) => [repostName(found), found.targetId]));

  return (event) => {
    const base = { id: toPublicId('evt', event.id), at: event.occurredAt };
    const { projectId, type, postId } = event;
    // The emitting statement stored it; the keys are those of the type.
    const stored = event.facts as StoredFacts;
    switch (type) {
      case 'post.scheduled':
      case 'post.cancelled':
      case 'post.published':
      case 'post.partially_published':
      case 'post.failed': {
        const post = postNamed.get(nameOf(projectId, postId!));
        return post ? { ...base, type, post: type === 'post.scheduled' ? asScheduled(post) : post } : null;
      }
      case 'target.published':
      case 'target.failed':
      case 'target.unpublished':
      case 'comment.published':
      case 'comment.failed': {
        const post = postNamed.get(nameOf(projectId, postId!));
        const targetId = toPublicId('tgt', event.targetId!);
        return post?.targets.some(({ id }) => id === targetId) ? { ...base, type, post, targetId } : null;
      }
      case 'follow_up.published':
      case 'follow_up.failed': {
        const post = postNamed.get(nameOf(projectId, postId!));
        const followUp = followUpNamed.get(nameOf(projectId, event.targetId!));
        return post && followUp
          ? { ...base, type, post, targetId: toPublicId('tgt', followUp.targetId), followUp }
          : null;
      }
      case 'repost.published':
      case 'repost.failed': {
        const account = accountNamed.get(nameOf(projectId, event.accountId!));
        const targetId = targetOfRepost.get(repostName(repostOf(event)));
        return account ? { ...base, type, repost: toRepostFacts(account, targetId, stored) } : null;
      }
      case 'account.connected':
      case 'account.expired':
      case 'account.revoked':
      case 'account.expiring': {
        const account = accountNamed.get(nameOf(projectId, event.accountId!));
        if (!account) return null;
        const of = { ...base, account: toAccountFacts(account, stored) };
        return type === 'account.expiring' ? { ...of, type, expiresAt: new Date(stored.expiresAt) } : { ...of, type };
      }
      case 'account.removed':
        return { ...base, type, account: { id: stored.id, platform: stored.platform, profileId: null } };
      case 'quota.warning':
      case 'quota.exceeded': {
        const plan = plans.get(projectId);
        return plan === undefined ? null : { ...base, type, usage: toUsage(plan, stored) };
      }
      case 'media.ready':
      case 'media.failed':
        return { ...base, type, media: stored.media };
      case 'network.version_ended': {
        const { platform, version, nextVersion } = stored;
        return { ...base, type, network: { platform, version, nextVersion } };
      }
      case 'webhook.failing':
      case 'webhook.disabled': {
        const { enabled, disabledReason } = stored;
        const [disabledAt, failingSince] = [isoOrNull(stored.disabledAt), isoOrNull(stored.failingSince)];
        const webhook = { id: toPublicId('whk', stored.id), enabled, disabledReason, disabledAt, failingSince };
        return { ...base, type, webhook };
      }
    }
  };
}

/** Converts to UTC: PostgreSQL writes times with its own offset. */
const isoOrNull = (time: string | null): string | null => (time === null ? null : new Date(time).toISOString());

type StoredFacts = {
  readonly media: EventMedia;
  readonly id: string;
  readonly status: AccountStatus & RepostStatus;
  readonly statusReason: string | null;
  readonly expiresAt: string;
  readonly platform: Platform;
  readonly version: string;
  readonly nextVersion: string | null;
  readonly enabled: boolean;
  readonly disabledReason: WebhookDisabledReason | null;
  readonly disabledAt: string | null;
  readonly failingSince: string | null;
  readonly platformPostId: string;
  readonly platformRepostId: string | null;
  readonly error: string | null;
  readonly repostedAt: string | null;
  readonly periodStart: string;
  readonly used: number;
  readonly reserved: number;
};

const toPostFacts = (post: PostOfEvent, targets: readonly TargetOfEvent[]): EventPostFacts => ({
  ...post,
  id: toPublicId('post', post.id),
  targets: targets.map((target) => ({
    ...target,
    id: toPublicId('tgt', target.id),
    accountId: toPublicId('acc', target.accountId),
  })),
});

/** Post at the time it was recorded, however late the event is rendered. */
const asScheduled = (post: EventPostFacts): EventPostFacts => ({
  ...post,
  cancelledAt: null,
  targets: post.targets.map((target) => ({ ...target, status: 'pending', isStarted: false, errorDetail: null })),
});

function toRepostFacts({ id, platform, profileId }: AccountOfEvent, targetId: string | undefined, stored: StoredFacts) {
  const { platformPostId, status, platformRepostId, error, repostedAt } = stored;
  return {
    ...{ accountId: toPublicId('acc', id), platform, profileId, platformPostId, status, platformRepostId, error },
    targetId: targetId === undefined ? null : toPublicId('tgt', targetId),
    repostedAt: repostedAt === null ? null : new Date(repostedAt),
  };
}

const toAccountFacts = ({ id, platform, profileId }: AccountOfEvent, { status, statusReason }: StoredFacts) => ({
  ...{ id: toPublicId('acc', id), platform, profileId, status, statusReason },
});

function toUsage(planName: string, { periodStart, used, reserved }: StoredFacts) {
  const plan = planOf(planName);
  const { includedUnits: allowance, overage } = plan;
  return summariseUsage(plan, quotaPeriodOf(new Date(periodStart)), { allowance, overage, used, reserved });
}

function keysOf(events: readonly WrittenEvent[], column: 'postId' | 'targetId' | 'accountId') {
  const named = new Map<string, { readonly projectId: string; readonly id: string }>();
  for (const { projectId, [column]: id } of events)
    if (id !== null) named.set(nameOf(projectId, id), { projectId, id });
  return [...named.values()];
}

const isOfFollowUp = ({ type }: WrittenEvent): boolean => type.startsWith('follow_up.');
const isOfRepost = ({ type }: WrittenEvent): boolean => type.startsWith('repost.');
const isOfQuota = ({ type }: WrittenEvent): boolean => type.startsWith('quota.');
const isOfAccount = (event: WrittenEvent): boolean => event.accountId !== null && event.postId === null;

const repostOf = ({ projectId, accountId, facts }: WrittenEvent) => ({
  projectId,
  accountId: accountId!,
  platformPostId: String(facts.platformPostId),
});

const repostName = (of: ReturnType<typeof repostOf>): string =>
  `${nameOf(of.projectId, of.accountId)} ${of.platformPostId}`;
