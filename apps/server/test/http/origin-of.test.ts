import { expect, test } from 'vitest';
import { originOf } from '../../src/http/origin-of.ts';
import { startTestServer } from '../harness.ts';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4000'],
  ['social.internal', 'http://social.internal:4000'],
  ['0.0.0.0', 'http://localhost:4000'],
  ['::', 'http://localhost:4000'],
  ['::1', 'http://[::1]:4000'],
  ['fe80::1%eth0', 'http://[fe80::1]:4000'],
])('a server on %s is opened at %s', (host, origin) => {
  expect(originOf(host, 4000)).toBe(origin);
  expect(URL.canParse(origin)).toBe(true);
});

test.each(['::', '[::1]'])('without BASE_URL a server listens on %s, and so do its metrics', async (HOST) => {
  const server = await startTestServer({ env: { HOST, METRICS_HOST: HOST, METRICS_PORT: '0' } });
  for (const url of [`${server.baseUrl}/readyz`, server.metricsUrl!]) expect((await fetch(url)).status).toBe(200);
  await server.stop();
});
