import { expect } from 'vitest';
import { idsOf, list, waitingPosts } from '../list-posts.ts';
import { ANY, errorBody } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.6';
const HOUR_MS = 3_600_000;

const refused: readonly (readonly [query: string, path: string])[] = [
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=1.5', 'limit'],
  ['offset=-1', 'offset'],
  ['offset=1000001', 'offset'],
  ['status=pending', 'status'],
  ['platform=friendster', 'platform'],
  ['createdAfter=yesterday', 'createdAfter'],
  ['createdBefore=2026-11-20T10:00:00', 'createdBefore'],
  ['publishAfter=tomorrow', 'publishAfter'],
  ['publishBefore=2026-11-20T10:00:00', 'publishBefore'],
  ['order=publishat', 'order'],
  ['order=-createdAt', 'order'],
  ['cursor=never-given', 'cursor'],
  ['cursor=', 'cursor'],
];

export const listFilterStatements: readonly Statement[] = [
  {
    section,
    statement: 'a query that is not as documented: 400 invalid_request naming the field',
    async run(api) {
      const project = await api.project();
      for (const [query, path] of refused) {
        const { status, body } = await project.call('GET', `/posts?${query}`);
        expect({ status, body }, query).toEqual({
          status: 400,
          body: errorBody('invalid_request', [{ path, message: ANY.sentence }]),
        });
      }
    },
  },
  {
    section,
    statement: 'status filters by the state of the post: scheduled, published, partial, failed, cancelled',
    async run(api) {
      const project = await api.project();
      const { x, threads } = await project.connectAll();
      const publishAt = await api.in(HOUR_MS);
      const both = [targetEntry(x), targetEntry(threads)];
      const scheduled = await project.publish({ content: 'a', publishAt, platforms: both });
      const cancelled = await project.publish({ content: 'b', publishAt, platforms: both });
      await project.call('POST', `/posts/${cancelled.id}/cancel`);
      const published = await project.publish({ content: 'c', platforms: both });
      await api.script(threads, { of: 'publish', code: 'content_rejected' });
      const partial = await project.publish({ content: 'd', platforms: both });
      await api.script(threads, { of: 'publish', code: 'content_rejected' });
      const failed = await project.publish({ content: 'e', platforms: [targetEntry(threads)] });
      for (const [status, { id }] of Object.entries({ scheduled, cancelled, published, partial, failed })) {
        const { posts } = await list(project, `?status=${status}`);
        expect(posts.map((post) => [post.id, post.status])).toEqual([[id, status]]);
      }
      expect(await idsOf(project, '?status=publishing')).toEqual([]);
    },
  },
  {
    section,
    statement: 'platform, accountId and profileId filter by a target; several of them hold for one and the same target',
    async run(api) {
      const project = await api.project();
      const profileId = 'Kunde 7/ä';
      const [grouped, x, threads] = await Promise.all([
        project.connect('x', { profileId }),
        project.connect('x'),
        project.connect('threads'),
      ]);
      const publishAt = await api.in(HOUR_MS);
      const post = async (...accounts: readonly (typeof x)[]) => {
        await api.pass(3);
        return (await project.publish({ content: 'a', publishAt, platforms: accounts.map((one) => targetEntry(one)) }))
          .id;
      };
      const ofGrouped = await post(grouped);
      const ofX = await post(x);
      const ofBoth = await post(x, threads);
      expect(await idsOf(project, '?platform=x')).toEqual([ofBoth, ofX, ofGrouped]);
      expect(await idsOf(project, '?platform=threads')).toEqual([ofBoth]);
      expect(await idsOf(project, '?platform=linkedin')).toEqual([]);
      expect(await idsOf(project, '?platform=hub')).toEqual([]);
      expect(await idsOf(project, `?accountId=${x.id}`)).toEqual([ofBoth, ofX]);
      expect(await idsOf(project, `?accountId=${x.id}&platform=x`)).toEqual([ofBoth, ofX]);
      expect(await idsOf(project, `?accountId=${x.id}&platform=threads`)).toEqual([]);
      expect(await idsOf(project, '?status=scheduled&platform=threads')).toEqual([ofBoth]);
      expect(await idsOf(project, '?status=published&platform=threads')).toEqual([]);
      expect(await idsOf(project, `?profileId=${encodeURIComponent(profileId)}`)).toEqual([ofGrouped]);
      expect(await idsOf(project, '?profileId=nobody')).toEqual([]);
      for (const id of ['acc_00000000000000000000000000', 'nonsense'])
        expect(await idsOf(project, `?accountId=${id}`)).toEqual([]);
    },
  },
  {
    section,
    statement: 'createdAfter and createdBefore leave out the moment itself, and take any offset',
    async run(api) {
      const project = await api.project();
      const [one, two, three] = await waitingPosts(api, project, 3);
      const at = encodeURIComponent(two?.createdAt ?? '');
      expect(await idsOf(project, `?createdAfter=${at}`)).toEqual([three?.id]);
      expect(await idsOf(project, `?createdBefore=${at}`)).toEqual([one?.id]);
      const local = new Date(Date.parse(two?.createdAt ?? '') - HOUR_MS).toISOString().replace('Z', '-01:00');
      expect(await idsOf(project, `?createdAfter=${encodeURIComponent(local)}`)).toEqual([three?.id]);
      const from = encodeURIComponent(one?.createdAt ?? '');
      const to = encodeURIComponent(three?.createdAt ?? '');
      expect(await idsOf(project, `?createdAfter=${from}&createdBefore=${to}`)).toEqual([two?.id]);
    },
  },
];
