import { expect } from 'vitest';
import type { Api, Project } from '../api.ts';
import { ANY, errorBody, invalidRequest } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { createWebhook } from './6-webhooks.ts';

const section = '6';

/** A host that no DNS knows (RFC 6761, 6.4): every attempt fails. */
const NOWHERE = 'https://hooks.invalid/fanfare';
const UNKNOWN = 'evt_00000000000000000000000000';

type Delivery = { id: string; eventId: string; status: string; attempts: readonly unknown[] };
type Page = { deliveries: readonly Delivery[]; hasMore: boolean; nextCursor: string | null };

const deliveriesOf = async (project: Project, id: string, query = ''): Promise<Page> =>
  (await project.call('GET', `/webhooks/${id}/deliveries${query}`)).body as Page;

const replay = async (project: Project, id: string, body: unknown) => {
  const answer = await project.call('POST', `/webhooks/${id}/replay`, { body });
  return { status: answer.status, body: answer.body };
};

const failedAttempt = (number: number) => ({
  number,
  at: ANY.time,
  durationMs: ANY.count,
  status: null,
  error: expect.stringMatching(/^(?:host_not_found|connection_failed): \S/),
  response: null,
});

/**
 * Lets time pass until the webhook has so many deliveries with an attempt or, disabled, without.
 */
async function untilDelivered(
  api: Api,
  { project, id, count, attempts }: { project: Project; id: string; count: number; attempts: number },
): Promise<Page> {
  for (let look = 0; look < 300; look++) {
    const page = await deliveriesOf(project, id);
    const isDone = page.deliveries.every((delivery) => delivery.attempts.length >= attempts);
    if (page.deliveries.length >= count && isDone) return page;
    await api.pass(100);
  }
  throw new Error(`${id} did not get ${count} deliveries.`);
}

/** Publishes a post on a new X account, which has the events of its target and of the post. */
async function publish(project: Project) {
  const x = await project.connect('x');
  return project.publish({ content: 'News.', platforms: [{ platform: 'x', accountId: x.id }] });
}

export const deliveryStatements: readonly Statement[] = [
  {
    section,
    statement: 'an event that a webhook wants becomes a delivery; a failed attempt is listed and the next one is due',
    async run(api) {
      const project = await api.project();
      const { id } = await createWebhook(project, { url: NOWHERE, events: ['target.published'] });
      await publish(project);
      const page = await untilDelivered(api, { project, id, count: 1, attempts: 1 });
      expect(page).toEqual({
        deliveries: [
          {
            id: ANY.deliveryId,
            eventId: ANY.eventId,
            eventType: 'target.published',
            status: 'pending',
            createdAt: ANY.time,
            nextAttemptAt: ANY.time,
            attempts: expect.toSatisfy((attempts: unknown[]) => attempts.length >= 1),
          },
        ],
        hasMore: false,
        nextCursor: null,
      });
      expect(page.deliveries[0]?.attempts[0]).toEqual(failedAttempt(1));
      const { webhook } = (await project.call('GET', `/webhooks/${id}`)).body as { webhook: unknown };
      expect(webhook).toMatchObject({ enabled: true, failingSince: ANY.time });
    },
  },
  {
    section,
    statement: 'deliveries are listed newest first, by page and by state',
    async run(api) {
      const project = await api.project();
      const { id } = await createWebhook(project, { url: NOWHERE });
      await publish(project);
      await publish(project);
      // Two of accounts, two of targets, two of posts.
      const { deliveries } = await untilDelivered(api, { project, id, count: 6, attempts: 1 });
      expect(deliveries).toHaveLength(6);
      const ids = deliveries.map((delivery) => delivery.id);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Page = await deliveriesOf(project, id, `?limit=4${cursor === null ? '' : `&cursor=${cursor}`}`);
        expect(page.hasMore).toBe(page.nextCursor !== null);
        seen.push(...page.deliveries.map((delivery) => delivery.id));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(seen).toEqual(ids);
      expect((await deliveriesOf(project, id, '?status=pending')).deliveries).toHaveLength(6);
      expect(await deliveriesOf(project, id, '?status=delivered')).toEqual({
        deliveries: [],
        hasMore: false,
        nextCursor: null,
      });
      for (const [query, path] of [
        ['?cursor=nonsense', 'cursor'],
        ['?limit=0', 'limit'],
        ['?limit=101', 'limit'],
        ['?status=sent', 'status'],
      ] as const) {
        const { status, body } = await project.call('GET', `/webhooks/${id}/deliveries${query}`);
        expect({ query, status, body }).toEqual({ query, status: 400, body: invalidRequest(path) });
      }
    },
  },
  {
    section,
    statement: 'what a disabled webhook would have received is missed, and sent when it is enabled and asked for',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const { id } = await createWebhook(project, { url: NOWHERE, events: ['post.published'], enabled: false });
      const since = await api.in(-60_000);
      await publish(project);
      const { deliveries } = await untilDelivered(api, { project, id, count: 1, attempts: 0 });
      expect(deliveries).toMatchObject([
        { eventType: 'post.published', status: 'missed', nextAttemptAt: null, attempts: [] },
      ]);
      expect(await replay(project, id, { since })).toEqual({ status: 409, body: errorBody('webhook_disabled') });
      const enabled = await project.call('PATCH', `/webhooks/${id}`, { body: { enabled: true } });
      expect({ status: enabled.status, body: enabled.body }).toMatchObject({ status: 200, body: { missed: 1 } });
      expect(await replay(project, id, { since, status: 'failed' })).toEqual({ status: 202, body: { replayed: 0 } });
      expect(await replay(project, id, { since, status: 'missed' })).toEqual({ status: 202, body: { replayed: 1 } });
      const again = await untilDelivered(api, { project, id, count: 1, attempts: 1 });
      expect(again.deliveries).toMatchObject([
        { id: deliveries[0]!.id, eventId: deliveries[0]!.eventId, status: 'pending' },
      ]);
      expect(again.deliveries[0]?.attempts[0]).toEqual(failedAttempt(1));
    },
  },
  {
    section,
    statement: 'a replay names its events or a range of time, and refuses an event that the webhook has no delivery of',
    async run(api) {
      const [project, other] = await Promise.all([api.project(), api.project()]);
      const { id } = await createWebhook(project, { url: NOWHERE, events: ['post.published'] });
      const theirs = await createWebhook(other, { url: NOWHERE, events: ['post.published'] });
      await Promise.all([publish(project), publish(other)]);
      const own = await untilDelivered(api, { project, id, count: 1, attempts: 1 });
      const foreign = await untilDelivered(api, { project: other, id: theirs.id, count: 1, attempts: 1 });
      const eventId = own.deliveries[0]!.eventId;
      for (const unknown of [UNKNOWN, foreign.deliveries[0]!.eventId, 'nonsense']) {
        expect(await replay(project, id, { eventIds: [eventId, unknown] })).toEqual({
          status: 400,
          body: invalidRequest('eventIds[1]'),
        });
      }
      // It is pending already.
      expect(await replay(project, id, { eventIds: [eventId] })).toEqual({ status: 202, body: { replayed: 0 } });
      const since = '2026-01-01T00:00:00Z';
      for (const [body, ...paths] of [
        [{}, 'eventIds'],
        [{ eventIds: [eventId], since }, 'eventIds'],
        [{ eventIds: [] }, 'eventIds'],
        [{ eventIds: Array.from({ length: 26 }, () => eventId) }, 'eventIds'],
        [{ eventIds: [eventId], status: 'failed' }, 'status'],
        [{ since, until: since }, 'until'],
        // Absent means everything up to now.
        [{ since, until: null }, 'until'],
        [{ since: 'yesterday' }, 'since'],
        [{ since, status: 'pending' }, 'status'],
        [{ since, events: ['post.publishd'] }, 'events[0]'],
      ] as const) {
        expect(await replay(project, id, body), JSON.stringify(body).slice(0, 80)).toEqual({
          status: 400,
          body: invalidRequest(...paths),
        });
      }
    },
  },
  {
    section,
    statement: 'POST /webhooks/:id/test returns what the webhook answered, and stores nothing',
    async run(api) {
      const project = await api.project();
      const { id } = await createWebhook(project, { url: NOWHERE, enabled: false });
      const { status, body } = await project.call('POST', `/webhooks/${id}/test`);
      const { number: _, at: __, ...outcome } = failedAttempt(1);
      expect({ status, body }).toEqual({ status: 200, body: { delivered: false, ...outcome } });
      expect((await deliveriesOf(project, id)).deliveries).toEqual([]);
      expect((await project.call('GET', '/events')).body).toEqual({ events: [], hasMore: false, nextCursor: null });
    },
  },
];
