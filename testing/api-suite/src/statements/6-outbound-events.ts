import type { WebhookEvent } from '@fanfare/contract';
import { expect } from 'vitest';
import type { Api, Project } from '../api.ts';
import { ANY, invalidRequest } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '6';

type Page = { events: readonly WebhookEvent[]; hasMore: boolean; nextCursor: string | null };

const list = async (project: Project, query = ''): Promise<Page> =>
  (await project.call('GET', `/events${query}`)).body as Page;

/**
 * Lets time pass until the project has an event of each of these types, and returns all of its
 * events.
 */
async function untilThere(api: Api, project: Project, types: readonly string[]): Promise<readonly WebhookEvent[]> {
  for (let look = 0; look < 300; look++) {
    const { events } = await list(project, '?limit=100');
    if (types.every((type) => events.some((event) => event.type === type))) return events;
    await api.pass(100);
  }
  throw new Error(`There was no event of ${types.join(', ')}.`);
}

/** The data of the only event of a type. */
function dataOf(events: readonly WebhookEvent[], type: WebhookEvent['type']): unknown {
  const found = events.filter((event) => event.type === type);
  expect(found, type).toHaveLength(1);
  return found[0]?.data;
}

const event = (type: string, data: unknown = expect.any(Object)) => ({
  id: ANY.eventId,
  type,
  timestamp: ANY.time,
  data,
});

export const outboundEventStatements: readonly Statement[] = [
  {
    section,
    statement: 'a published post has the events of its account, of its target and of itself, without its text',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x', { profileId: 'customer-17' });
      const key = api.newKey();
      const post = await project.publish({
        content: 'Words that stay here.',
        platforms: [{ platform: 'x', accountId: x.id }],
        idempotencyKey: key,
      });
      const events = await untilThere(api, project, ['target.published', 'post.published']);
      const { id, createdAt } = post;
      const [{ warnings: _, requested: __, unpublishError: ___, ...target }] = post.targets as [
        (typeof post.targets)[number],
      ];
      const shownPost = { id, status: 'published', createdAt, publishAt: null, cancelledAt: null, idempotencyKey: key };
      expect(events.map(({ type }) => type).toSorted()).toEqual([
        'account.connected',
        'post.published',
        'target.published',
      ]);
      expect(events).toEqual(events.map(({ type }) => event(type)));
      expect(dataOf(events, 'target.published')).toEqual({
        post: shownPost,
        target: { ...target, profileId: 'customer-17' },
      });
      expect(dataOf(events, 'post.published')).toEqual({
        post: shownPost,
        targets: [
          {
            id: target.id,
            accountId: x.id,
            platform: 'x',
            profileId: 'customer-17',
            status: 'published',
            errorCode: null,
          },
        ],
      });
      expect(dataOf(events, 'account.connected')).toEqual({
        account: { id: x.id, platform: 'x', profileId: 'customer-17', status: 'active', statusReason: null },
      });
      expect(JSON.stringify(events)).not.toMatch(/Words that stay here/);
    },
  },
  {
    section,
    statement: 'each later post of a chain has an event of its own, after those of its target',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const thread = [{ content: 'First.' }, { content: 'Second.' }];
      const post = await project.publish({
        content: '',
        platforms: [{ platform: 'x', accountId: x.id, thread }],
      });
      const events = await untilThere(api, project, ['follow_up.published']);
      expect(events.map(({ type }) => type)).toEqual([
        'account.connected',
        'target.published',
        'post.published',
        'follow_up.published',
      ]);
      const [target] = post.targets;
      expect(dataOf(events, 'follow_up.published')).toEqual({
        ...(dataOf(events, 'target.published') as object),
        followUp: { field: 'thread', index: 1, ...target?.thread?.[1] },
      });
    },
  },
  {
    section,
    statement: 'a post of which one target failed is partially published, with the detail in the event of the target',
    async run(api) {
      const project = await api.project();
      const [x, threads] = await Promise.all([project.connect('x'), project.connect('threads')]);
      await project.call('DELETE', `/accounts/${threads.id}`);
      const post = await project.publish({
        content: 'Half.',
        platforms: [x, threads].map(({ id, platform }) => ({ platform, accountId: id })),
      });
      const events = await untilThere(api, project, ['post.partially_published', 'target.failed', 'account.revoked']);
      const [, failed] = post.targets;
      expect(dataOf(events, 'target.failed')).toMatchObject({
        post: { id: post.id },
        target: { id: failed?.id, status: 'failed', error: failed?.error, errorDetail: failed?.errorDetail },
      });
      expect(dataOf(events, 'post.partially_published')).toMatchObject({
        post: { status: 'partial' },
        targets: [
          { status: 'published', errorCode: null },
          { status: 'failed', errorCode: 'account_not_active' },
        ],
      });
      expect(dataOf(events, 'account.revoked')).toEqual({
        account: { id: threads.id, platform: 'threads', status: 'revoked', statusReason: 'disconnected' },
      });
    },
  },
  {
    section,
    statement: 'a scheduled post has post.scheduled and, cancelled, post.cancelled and no event of its targets',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { id } = await project.publish({
        content: 'Later.',
        publishAt: await api.in(3_600_000),
        platforms: [{ platform: 'x', accountId: x.id }],
      });
      await project.call('POST', `/posts/${id}/cancel`);
      const events = await untilThere(api, project, ['post.scheduled', 'post.cancelled']);
      expect(events.map(({ type }) => type).toSorted()).toEqual([
        'account.connected',
        'post.cancelled',
        'post.scheduled',
      ]);
      expect(dataOf(events, 'post.cancelled')).toMatchObject({
        post: { id, status: 'cancelled', cancelledAt: ANY.time },
        targets: [{ status: 'failed', errorCode: 'cancelled' }],
      });
    },
  },
  {
    section,
    statement: 'GET /events goes on after a cursor or an event, also from the last page; each event is read once',
    async run(api) {
      const [project, other] = await Promise.all([api.project(), api.project()]);
      expect(await list(project)).toEqual({ events: [], hasMore: false, nextCursor: null });
      const x = await project.connect('x');
      await other.connect('x');
      for (const content of ['One.', 'Two.'])
        await project.publish({ content, platforms: [{ platform: 'x', accountId: x.id }] });
      let all = await untilThere(api, project, ['post.published']);
      for (let look = 0; all.length < 5 && look < 300; look++) {
        await api.pass(100);
        all = (await list(project, '?limit=100')).events;
      }
      expect(all).toHaveLength(5);
      const seen: WebhookEvent[] = [];
      let page = await list(project, '?limit=2');
      for (; page.hasMore; page = await list(project, `?limit=2&after=${page.nextCursor}`)) {
        expect(page.events).toHaveLength(2);
        seen.push(...page.events);
      }
      seen.push(...page.events);
      expect(seen).toEqual(all);
      const end = page.nextCursor;
      expect(await list(project, `?after=${end}`)).toEqual({ events: [], hasMore: false, nextCursor: end });
      expect((await list(project, `?after=${all[1]?.id}`)).events).toEqual(all.slice(2));
      expect((await list(project, '?type=post.published')).events).toEqual(
        all.filter(({ type }) => type === 'post.published'),
      );
      await project.call('DELETE', `/accounts/${x.id}`);
      await untilThere(api, project, ['account.revoked']);
      expect((await list(project, `?after=${end}`)).events).toEqual([event('account.revoked')]);
    },
  },
  {
    section,
    statement: 'an event of another project, an unknown one or what is no cursor is invalid_request, and so is a type',
    async run(api) {
      const [project, other] = await Promise.all([api.project(), api.project()]);
      await other.connect('x');
      const [theirs] = await untilThere(api, other, ['account.connected']);
      for (const after of [theirs?.id, 'evt_00000000000000000000000000', 'evt_nonsense', 'nonsense', 'MTIz']) {
        const { status, body } = await project.call('GET', `/events?after=${after}`);
        expect({ after, status, body }).toEqual({ after, status: 400, body: invalidRequest('after') });
      }
      for (const [query, path] of [
        ['?type=post.publishd', 'type'],
        ['?type=webhook.test', 'type'],
        ['?limit=0', 'limit'],
        ['?limit=101', 'limit'],
      ] as const) {
        const { status, body } = await project.call('GET', `/events${query}`);
        expect({ query, status, body }).toEqual({ query, status: 400, body: invalidRequest(path) });
      }
    },
  },
  {
    section,
    statement:
      'GET /events/stream is a stream of server-sent events that begins with its place, or after Last-Event-ID',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      await project.connect('x');
      await untilThere(api, project, ['account.connected']);
      const { nextCursor } = await list(project);
      const now = await project.call('GET', '/events/stream');
      expect({ status: now.status, type: now.headers.get('Content-Type'), body: now.body }).toEqual({
        status: 200,
        type: expect.stringMatching(/^text\/event-stream/),
        body: expect.stringMatching(new RegExp(`^id: ${nextCursor}\\n\\n`)),
      });
      const unknown = await project.call('GET', '/events/stream', { headers: { 'Last-Event-ID': 'nonsense' } });
      expect({ status: unknown.status, body: unknown.body }).toEqual({ status: 400, body: invalidRequest('after') });
    },
  },
];
