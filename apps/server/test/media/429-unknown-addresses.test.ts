import { expect, test } from 'vitest';
import { useMediaServer } from './use-media-server.ts';

const server = useMediaServer({ missesPerMinute: 3 });

const unknown = () => fetch(`${server.baseUrl}/m/${'0'.repeat(32)}/a.jpg`);
const noUpload = () => fetch(`${server.baseUrl}/uploads/${'x'.repeat(43)}`, { method: 'HEAD' });

test('an address that asks for files and uploads that do not exist is limited, and gets those that do', async () => {
  const { url } = await server.host('hello');
  const file = await server.announce({ bytes: 5 });
  const statuses: number[] = [];
  for (const ask of [unknown, noUpload, unknown]) statuses.push((await ask()).status);
  expect(statuses).toEqual([404, 404, 404]);
  const refused = await unknown();
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '20']);
  expect((await refused.json()) as object).toMatchObject({ error: { code: 'rate_limited' } });
  expect((await noUpload()).status).toBe(429);
  for (let count = 0; count < 5; count++) expect((await fetch(url)).status).toBe(200);
  expect((await fetch(file.uploadUrl, { method: 'HEAD' })).status).toBe(200);
});
