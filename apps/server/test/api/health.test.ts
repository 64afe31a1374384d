import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useServer } from '../use-server.ts';

const server = useServer({ metricsPort: 0 });
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

test('a ready server reports it to everybody', async () => {
  const answers = await Promise.all(
    ['/healthz', '/readyz'].map(async (path) => {
      const response = await fetch(`${server.baseUrl}${path}`);
      return [path, response.status, await response.json()];
    }),
  );
  expect(answers).toEqual([
    ['/healthz', 200, { status: 'ok', version }],
    ['/readyz', 200, { status: 'ready' }],
  ]);
});

test('a server on a database without tables is not ready', async () => {
  await server.db.query({ text: 'alter table instance rename to instance_lost' });
  const response = await fetch(`${server.baseUrl}/readyz`);
  expect([response.status, await response.json()]).toEqual([503, { status: 'database unavailable' }]);
  await server.db.query({ text: 'alter table instance_lost rename to instance' });
  expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200);
});

test('the version is in the metrics', async () => {
  const text = await (await fetch(server.metricsUrl!)).text();
  expect(text).toContain(`\nfanfare_build_info{version="${version}"} 1\n`);
});
