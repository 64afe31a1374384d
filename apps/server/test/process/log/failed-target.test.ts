import { expect, test } from 'vitest';
import { useServer } from '../../use-server.ts';

const server = useServer();

test('a target that fails is one line that names its post, target, network, code and request as callers see them', async () => {
  const ana = await server.person('x');
  await ana.control('restrict', { on: true });
  const { project, account } = ana;
  const sent = await project.call<{ post: { id: string; targets: { id: string; error: string }[] } }>(
    'POST',
    '/api/v1/posts',
    { content: 'Lost.', platforms: [{ platform: 'x', accountId: account.id }], idempotencyKey: 'lost' },
    { 'X-Request-Id': 'the-request-that-fails' },
  );
  const { post } = sent.body;
  const lines = server
    .log()
    .split('\n')
    .filter((line) => line.includes('"a target failed"'))
    .map((line) => JSON.parse(line));
  expect(lines).toEqual([
    {
      level: 40,
      time: expect.any(String),
      requestId: 'the-request-that-fails',
      projectId: expect.stringMatching(/^prj_[\da-z]{26}$/),
      postId: post.id,
      targetId: post.targets[0]!.id,
      platform: 'x',
      code: post.targets[0]!.error.split(':')[0],
      networkCode: expect.toSatisfy((code) => code === null || typeof code === 'string'),
      msg: 'a target failed',
    },
  ]);
});

test('a probe that is answered with 200 writes no line', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const answer = await fetch(`${server.baseUrl}${path}`, { headers: { 'X-Request-Id': 'a-probe' } });
    expect(answer.status).toBe(200);
    await answer.text();
  }
  const { headers } = await fetch(`${server.baseUrl}/api/v1/usage`, { headers: { 'X-Request-Id': 'after-probes' } });
  expect(headers.get('x-request-id')).toBe('after-probes');
  await expect.poll(server.log).toContain('after-probes');
  expect(server.log()).not.toContain('a-probe');
});
