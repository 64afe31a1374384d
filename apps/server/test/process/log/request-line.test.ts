import { expect, test } from 'vitest';
import { useServer } from '../../use-server.ts';

const server = useServer();

test('a finished request is one line with its id, method, path, status, project and client; what looks like a key is removed from the path', async () => {
  const ana = await server.person('x');
  const { headers } = await fetch(`${server.baseUrl}/api/v1/posts/${ana.project.apiKey}?limit=${ana.project.apiKey}`, {
    headers: { Authorization: `Bearer ${ana.project.apiKey}` },
  });
  const requestId = headers.get('x-request-id')!;
  await expect.poll(server.log).toContain(requestId);
  const lines = server
    .log()
    .split('\n')
    .filter((line) => line.includes(requestId));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      requestId,
      method: 'GET',
      path: '/api/v1/posts/[redacted]',
      status: 400,
      durationMs: expect.any(Number),
      projectId: expect.stringMatching(/^prj_[\da-z]{26}$/),
      client: '127.0.0.1',
      msg: 'request',
    },
  ]);
});
