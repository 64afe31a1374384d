import { expect, test } from 'vitest';
import type { Project } from '../../harness.ts';
import { useServer } from '../../use-server.ts';
import { leastMedia } from './networks.ts';

const server = useServer();

/** A project with this many units left in the month. */
async function withLeft(units: number, platform: 'threads' | 'x' | 'instagram') {
  const project = await server.createProject('free');
  const ana = await server.person(platform, { project });
  await server.db.query({
    text: `insert into quota_periods (project_id, period_start, allowance, overage, used)
           select project_id, date_trunc('month', now() at time zone 'utc')::date, 100, false, 100 - $2 from accounts where platform_user_id = $1`,
    values: [ana.account.platformUserId, units],
  });
  return { ana, project };
}

const usage = async (project: Project) => {
  const { used, reserved, remaining } = await project.usage();
  return { used, reserved, remaining };
};

test('a comment needs a free unit: without one the whole post is refused, and nothing is sent', async () => {
  const { ana, project } = await withLeft(1, 'threads');
  const refused = await ana.publish({ content: 'Two units', target: { firstComment: 'One of them' } }, 'key');
  expect([refused.status, JSON.parse(refused.text).error]).toEqual([
    429,
    expect.objectContaining({
      code: 'quota_exceeded',
      details: [{ limit: 100, used: 99, reserved: 0, requested: 2, resetsAt: expect.any(String) }],
    }),
  ]);
  expect(await ana.calls()).toEqual([]);
  // The key is free, and the post fits without the comment.
  const reply = await ana.publish({ content: 'One unit' }, 'key');
  expect([reply.status, reply.body.post.status]).toEqual([201, 'published']);
  expect(await usage(project)).toEqual({ used: 100, reserved: 0, remaining: 0 });
});

test('the last two units are enough for a post with its comment', async () => {
  const { ana, project } = await withLeft(2, 'threads');
  const target = await ana.target({ content: 'Two units', target: { firstComment: 'One of them' } });
  expect([target.status, target.commentStatus]).toEqual(['published', 'published']);
  expect(await usage(project)).toEqual({ used: 100, reserved: 0, remaining: 0 });
});

test.each([
  ['instagram', 2_200],
  ['threads', 500],
  ['linkedin', 1_250],
] as const)(
  '%s: a comment of more than %i characters refuses the whole post, and nothing is reserved',
  async (platform, limit) => {
    const ana = await server.person(platform);
    const content = { content: 'Hello', mediaItems: leastMedia(server, platform) };
    const refused = await ana.publish({ ...content, target: { firstComment: 'a'.repeat(limit + 1) } }, 'key');
    expect([refused.status, JSON.parse(refused.text).error]).toEqual([
      400,
      expect.objectContaining({
        code: 'invalid_post',
        details: [
          expect.objectContaining({
            path: 'platforms[0].firstComment',
            rule: `${platform}.first_comment.max_length`,
            limit,
            actual: limit + 1,
          }),
        ],
      }),
    ]);
    expect([await ana.calls(), await usage(ana.project)]).toEqual([[], { used: 0, reserved: 0, remaining: null }]);
    const target = { firstComment: 'a'.repeat(limit) };
    const fits = await ana.publish({ ...content, target }, 'key');
    expect([fits.status, fits.body.post.targets[0]?.commentStatus]).toEqual([201, 'published']);
  },
);

test('no unit is reserved where the platform has no comments', async () => {
  const { ana, project } = await withLeft(1, 'x');
  const target = await ana.target({ content: 'One unit', target: { firstComment: 'Never made' } });
  expect([target.status, target.commentStatus]).toEqual(['published', 'unsupported']);
  expect(await usage(project)).toEqual({ used: 100, reserved: 0, remaining: 0 });
});

test('the unit reserved for a failed comment is free for the next post', async () => {
  const { ana, project } = await withLeft(2, 'instagram');
  await ana.control('api-error', { operation: 'comment', code: 100, message: 'No' });
  const mediaItems = leastMedia(server, 'instagram');
  const target = await ana.target({ content: 'Post', mediaItems, target: { firstComment: 'Comment' } });
  expect([target.status, target.commentStatus]).toEqual(['published', 'failed']);
  expect(await usage(project)).toEqual({ used: 99, reserved: 0, remaining: 1 });
  expect((await ana.target({ content: 'Another', mediaItems })).status).toBe('published');
});

test('each write has its own ledger row', async () => {
  const { ana } = await withLeft(100, 'threads');
  await ana.target({ content: 'Post', target: { firstComment: 'Comment' } });
  const { rows } = await server.db.query({
    text: `select e.kind, e.units, r.state from usage_events e
             join reservations r on r.project_id = e.project_id and r.subject = e.subject and r.kind = e.kind
             join accounts a on a.project_id = e.project_id
           where a.platform_user_id = $1 order by e.kind`,
    values: [ana.account.platformUserId],
  });
  expect(rows).toEqual([
    { kind: 'comment', units: 1, state: 'billed' },
    { kind: 'publish', units: 1, state: 'billed' },
  ]);
});
