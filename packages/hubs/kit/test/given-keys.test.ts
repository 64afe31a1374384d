import { Secret } from '@fanfare/network';
import { startSandbox } from '@fanfare/sandbox';
import { afterAll, expect, test } from 'vitest';
import { driverOf } from '../src/driver/drivers.ts';
import { notGreen, runOn } from './run-on.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const url = sandbox.networks.hub.micropub ?? '';

async function control(name: string, body: object): Promise<Record<string, string>> {
  const answer = await fetch(`${sandbox.url}/__sandbox/hub/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.status === 204 ? {} : ((await answer.json()) as Record<string, string>);
}

const driver = { ...driverOf('micropub')! };
const given = (apiKey: string) => ({
  url,
  apiUrl: null,
  username: null,
  apiKey: new Secret(apiKey),
  driver,
  isMade: false,
});

test('a hub without Hub Connect may be checked with a key', async () => {
  await control('hub-connect', { role: 'micropub', offered: false });
  const { apiKey = '' } = await control('api-key', { role: 'micropub' });
  const checks = await runOn(url, async () => null, { givenKey: given(apiKey) });
  expect(notGreen(checks).slice(0, 2)).toEqual([
    '– the hub URL has https: the hub runs on this machine',
    '– the discovery document is there: the hub has no Hub Connect, and a key was given',
  ]);
  expect(notGreen(checks).filter((line) => line.startsWith('✗'))).toEqual([]);
});

test.each([
  [
    false,
    '– no key says that it ends: the key that was given is a JSON Web Token that ends on 2027-02-20T10:00:00.000Z; the account must be connected again before',
  ],
  [true, '✗ no key says that it ends: a key is a JSON Web Token that ends on 2027-02-20T10:00:00.000Z'],
])('a key that ends is the matter of whoever made it (made by the hub: %s)', async (isMade, line) => {
  const payload = Buffer.from(JSON.stringify({ exp: Date.parse('2027-02-20T10:00:00Z') / 1000 })).toString('base64url');
  const site = { apiUrl: url, keyOrigins: [new URL(url).origin], name: '' };
  const connects = {
    ...driver,
    connect: async () => ({ ok: true, user: { site, remoteId: '1', username: 'ann' } }) as const,
  };
  const givenKey = { ...given(`e30.${payload}.c2ln`), driver: connects, isMade };
  const checks = await runOn(url, async () => null, { givenKey, mayPublish: async () => 'it is not needed here' });
  expect(notGreen(checks)).toContain(line);
});
