import { expect, test } from 'vitest';
import { serveMock } from '../src/server/index.ts';
import { callerOf } from './call-mock.ts';

test('keys and removed profiles can be had over HTTP', async () => {
  const { mock, url, close } = await serveMock({ clock: 'frozen' });
  const control = async (path: string, body?: object): Promise<unknown> =>
    (await fetch(`${url}/__mock${path}`, { method: 'POST', ...(body && { body: JSON.stringify(body) }) })).json();
  const { apiKey } = (await control('/keys', {})) as { apiKey: string };
  const ask = callerOf({ ...mock, apiKey });
  const account = mock.seed.account({ platform: 'x' });
  expect(await control(`/accounts/${account.id}/remove`)).toEqual({ ok: true });
  expect((await ask('GET', `/accounts/${account.id}`)).status).toBe(404);
  expect(await control('/keys/revoke', { apiKey })).toEqual({ ok: true });
  expect((await ask('GET', '/usage')).status).toBe(401);
  await close();
});
