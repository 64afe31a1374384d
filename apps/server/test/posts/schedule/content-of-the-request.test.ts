import { expect, test } from 'vitest';
import { failedTarget, publishedTarget } from '../../expected-post.ts';
import { inMs } from '../../in-ms.ts';
import { formOf, jsonOf, type ServerOfFile, useServer } from '../../use-server.ts';

const server = useServer({ options: { timings: { sweepMs: 600_000 } } });

/** Makes every waiting post due. */
async function makeDue(of: ServerOfFile): Promise<void> {
  await of.db.query({ text: "update targets set run_at = now() where status = 'pending'" });
  await of.tick();
}

test('content, media, alt texts and overrides are those of the request, however long it waited', async () => {
  const project = await server.createProject();
  const ana = await server.person('x', { project });
  const ben = await server.person('threads', { project });
  const cleo = await server.person('instagram', { project });
  const image = (name: string, altText?: string) => ({
    type: 'image',
    url: server.sandbox.sample(name),
    ...(altText && { altText }),
  });
  const created = await project.publish({
    content: 'For everybody — ünïcödé 🎺\n  second line',
    mediaItems: [image('harbour.jpg', 'A harbour')],
    publishAt: inMs(3_600_000),
    platforms: [
      { platform: 'x', accountId: ana.account.id },
      { platform: 'threads', accountId: ben.account.id, content: 'For Threads', mediaItems: [] },
      {
        platform: 'instagram',
        accountId: cleo.account.id,
        mediaItems: [image('beans.jpg', 'Beans'), image('roastery.jpg', 'A roastery')],
        aiGenerated: true,
      },
    ],
  });
  expect(created.status).toBe(202);
  await makeDue(server);
  const settled = await project.addressed(created.body.post.id);
  expect(settled.targets).toEqual([
    publishedTarget(ana.account, (await ana.posts())[0]),
    publishedTarget(ben.account, (await ben.posts())[0]),
    publishedTarget(cleo.account, (await cleo.posts())[0]),
  ]);
  expect(await ana.posts()).toMatchObject([
    { text: created.body.post.content, media: [{ type: 'image', altText: 'A harbour' }] },
  ]);
  expect(await ben.posts()).toMatchObject([{ text: 'For Threads', media: [] }]);
  expect(await cleo.posts()).toMatchObject([
    { text: created.body.post.content, media: [{ altText: 'Beans' }, { altText: 'A roastery' }] },
  ]);
  const parent = (await cleo.calls()).find((call) => formOf(call).media_type === 'CAROUSEL');
  expect(formOf(parent!)).toMatchObject({ is_ai_generated: 'true' });
  const tweet = (await ana.calls()).find(({ path }) => path === '/2/tweets');
  expect(jsonOf(tweet!)).toMatchObject({ text: created.body.post.content });
});

test('an account that was reconnected before its time publishes', async () => {
  const ana = await server.person('threads');
  const created = await ana.publish({ content: 'Back in time', publishAt: inMs(3_600_000) });
  await ana.project.call('DELETE', `/api/v1/accounts/${ana.account.id}`);
  const again = await ana.project.connect('threads', ana.username);
  expect(again.id).toBe(ana.account.id);
  await makeDue(server);
  expect((await ana.project.addressed(created.body.post.id)).status).toBe('published');
});

test('media that no longer exists fails its target, and the error says what to do', async () => {
  const ana = await server.person('x');
  const created = await ana.publish({
    content: 'Look',
    mediaItems: [{ type: 'image', url: server.sandbox.sample('missing') }],
    publishAt: inMs(3_600_000),
  });
  expect(created.status).toBe(202);
  await makeDue(server);
  const { targets } = await ana.project.addressed(created.body.post.id);
  expect(targets).toEqual([failedTarget(ana.account, { code: 'media_unreachable', mediaIndex: 0 })]);
  expect(await ana.posts()).toEqual([]);
});
