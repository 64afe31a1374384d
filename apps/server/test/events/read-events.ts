import type { Account, ListEventsResponse, Target, WebhookEvent } from '@fanfare/contract';
import { expect } from 'vitest';
import type { DatabasePool } from '../../src/db/database.ts';
import { MOMENT } from '../expected-post.ts';
import type { Project } from '../harness.ts';
import { until } from '../until.ts';

/** One page of a project's events. */
export const pageOf = (project: Project, query = ''): Promise<ListEventsResponse> =>
  project.call<ListEventsResponse>('GET', `/api/v1/events${query}`).then(({ body }) => body);

/** Every public event of a project, oldest first. */
export async function eventsOf(project: Project): Promise<readonly WebhookEvent[]> {
  const events: WebhookEvent[] = [];
  for (let after = ''; ; ) {
    const page = await pageOf(project, `?limit=100${after}`);
    events.push(...page.events);
    if (!page.hasMore) return events;
    after = `&after=${page.nextCursor}`;
  }
}

/** The events of a project once so many are public, `account.connected` aside. */
export const eventsAfterConnect = (project: Project, count: number): Promise<readonly WebhookEvent[]> =>
  until(async () => {
    const events = (await eventsOf(project)).filter(({ type }) => type !== 'account.connected');
    return events.length >= count ? events : null;
  });

/** The only event of a type. */
export const only = (events: readonly WebhookEvent[], type: WebhookEvent['type']): WebhookEvent => {
  const found = events.filter((event) => event.type === type);
  expect(found.map(({ id }) => id)).toHaveLength(1);
  return found[0]!;
};

export const EVENT_ID = expect.stringMatching(/^evt_[0-9a-z]{26}$/) as string;

/** A whole event. */
export const event = (type: WebhookEvent['type'], data: object) => ({ id: EVENT_ID, type, timestamp: MOMENT, data });

/** The target as events have it: without what was requested. */
export function inEvent(
  { warnings: _, requested: __, unpublishError: ___, accountId, platform, ...target }: Target,
  profileId?: string,
) {
  return { ...target, accountId, platform, ...(profileId !== undefined && { profileId }) };
}

/** The target as events of its post have it. */
export const inPostEvent = ({ id, accountId, platform, status, errorDetail }: Target) => ({
  ...{ id, accountId, platform, status },
  errorCode: errorDetail?.code ?? null,
});

/** The account as events have it. */
export const accountInEvent = ({ id, platform, profileId, status, statusReason }: Account) => ({
  ...{ id, platform, status, statusReason },
  ...(profileId !== undefined && { profileId }),
});

/** Waits until every event that is written is public. */
export const allPublic = (db: DatabasePool): Promise<true> =>
  until(async () => {
    const { rowCount } = await db.query({ text: 'select from events where position is null limit 1' });
    return rowCount === 0 ? true : null;
  });
