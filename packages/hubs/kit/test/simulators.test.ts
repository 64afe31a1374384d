import { Secret } from '@fanfare/network';
import { startSandbox } from '@fanfare/sandbox';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { driverOf } from '../src/driver/drivers.ts';
import type { KitOptions } from '../src/run-kit.ts';
import { notGreen, redOnly, runOn } from './run-on.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
beforeEach(() => control('reset'));

const ROLES = ['wordpress', 'micropub'] as const;
type Role = (typeof ROLES)[number];
const urlOf = (role: Role): string => sandbox.networks.hub[role] ?? '';

async function control(name: string, body: object = {}): Promise<Record<string, unknown>> {
  const answer = await fetch(`${sandbox.url}/__sandbox/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
  return answer.status === 204 ? {} : ((await answer.json()) as Record<string, unknown>);
}

async function codeOf(role: Role, username = 'ann'): Promise<string> {
  return String((await control('hub/connect-code', { role, username })).code);
}

const runAs = (role: Role, username = 'ann', options: Partial<KitOptions> = {}) =>
  runOn(urlOf(role), () => codeOf(role, username), options);

const fault = (of: object) => control('faults', { network: 'hub', times: 1_000, ...of });

/** Posts that are not deleted, and files. */
async function leftOn(role: Role): Promise<readonly unknown[]> {
  const { posts, media } = (await control('hub/contents', { role })) as {
    posts: { deleted?: boolean }[];
    media: object[];
  };
  return [...posts.filter(({ deleted }) => deleted !== true), ...media];
}

const USUAL: Readonly<Record<Role, readonly string[]>> = {
  wordpress: ['– the hub URL has https: the hub runs on this machine'],
  micropub: [
    '– the hub URL has https: the hub runs on this machine',
    '– a visitor finds a text in the space: the hub names no page of the space',
    '– a visitor finds an image with its alternative text in the space: the hub names no page of the space',
    '– a visitor finds a carousel of 3 images with alternative texts in the space: the hub names no page of the space',
    '– the keys of the kit delete themselves: Micropub cannot delete keys; delete 3 of “Hub Connect kit” yourself',
  ],
};

describe.each(ROLES)('the %s simulator', (role) => {
  test('is green, and keeps nothing of the kit but what it says', async () => {
    expect(notGreen(await runAs(role, 'ann', { guess: true }))).toEqual(USUAL[role]);
    expect(await leftOn(role)).toEqual([]);
  });

  test('is green with a key that was made by hand, which stays', async () => {
    const { username, apiKey } = (await control('hub/api-key', { role })) as { username: string; apiKey: string };
    const driver = driverOf(role);
    if (!driver) throw new Error(`There is no driver for ${role}.`);
    const key = {
      url: urlOf(role),
      apiUrl: null,
      username,
      apiKey: new Secret(apiKey),
      driver,
      isMade: false,
    };
    const checks = await runOn(urlOf(role), async () => null, { givenKey: key });
    expect(redOnly(checks)).toEqual([]);
    expect(checks.at(-1)).toMatchObject({ result: 'skipped', reason: 'the hub made no key for the kit' });
    expect(checks.find(({ name }) => name.endsWith('the key that was given'))).toMatchObject({ result: 'passed' });
  });

  test('publishes nothing when it may not', async () => {
    const checks = await runAs(role, 'ann', { mayPublish: async () => 'you did not want to publish' });
    expect(notGreen(checks)).toContain('– posts are published: you did not want to publish');
    expect(await leftOn(role)).toEqual([]);
  });

  test('red: Hub Connect is off', async () => {
    await control('hub/hub-connect', { role, offered: false });
    const [first = '', ...others] = redOnly(await runAs(role));
    expect(first).toMatch(/^✗ the discovery document is there: 404 /);
    expect(others).toEqual([]);
  });

  test('red: the exchange is elsewhere, and gets no code', async () => {
    await control('hub/hub-connect', { role, exchange: 'https://elsewhere.example/exchange' });
    expect(redOnly(await runAs(role))).toEqual([
      '✗ its exchange is an address on the origin of the hub URL: "https://elsewhere.example/exchange"',
    ]);
  });

  test('red: the API is elsewhere, and gets no key', async () => {
    await control('hub/hub-connect', { role, apiUrl: 'http://10.0.0.1/' });
    expect(redOnly(await runAs(role))).toEqual(['✗ its apiUrl is on the origin of the hub URL: "http://10.0.0.1/"']);
  });

  test('red: a type that nobody knows', async () => {
    await control('hub/hub-connect', { role, type: 'gopher' });
    expect(redOnly(await runAs(role))).toEqual(['✗ its type is known, or has a dot: "gopher"']);
  });

  test('red: the exchange sends to a login page', async () => {
    const headers = { location: '/login', 'content-type': 'text/html' };
    await fault({ path: '/exchange$', action: 'status', status: 302, headers, body: '<h1>Log in</h1>' });
    const red = redOnly(await runAs(role));
    expect(red).toContain('✗ it is exchanged for a key: 302 text/html <h1>Log in</h1>');
    expect(red.find((line) => line.startsWith('✗ none is a redirect: '))).toContain('302 text/html');
  });

  test('red: visitors do not get the posts', async () => {
    await fault({ method: 'GET', path: '/20\\d\\d/', action: 'status', status: 404, body: 'gone' });
    const red = redOnly(await runAs(role));
    expect(red.map((line) => line.replace(/: .*/, ''))).toEqual([
      '✗ a visitor sees a text',
      '✗ a visitor sees an image with its alternative text',
      '✗ a visitor sees a carousel of 3 images with alternative texts',
      '✗ a visitor sees a text whose answer is lost',
    ]);
    for (const line of red) expect(line).toMatch(/ answers 404$/);
  });

  test('red: nothing is ever published', async () => {
    const path = role === 'wordpress' ? '^/wp-json/wp/v2/posts' : '^/micropub$';
    await fault({ method: 'POST', path, action: 'status', status: 503, body: 'down' });
    expect(redOnly(await runAs(role)).map((line) => line.replace(/: .*/, ''))).toEqual([
      '✗ a text is published',
      '✗ an image with its alternative text is published',
      '✗ a carousel of 3 images with alternative texts is published',
      '✗ a post whose answer was lost is found',
    ]);
  });

  test('no check shows a code or a key', async () => {
    const codes: string[] = [];
    const makeCode = async () => {
      const code = await codeOf(role);
      codes.push(code);
      return code;
    };
    await control('hub/hub-connect', { role, type: 'gopher' });
    const shown = JSON.stringify(await runOn(urlOf(role), makeCode));
    expect(codes).toHaveLength(4);
    for (const code of codes) expect(shown.replaceAll('-', '')).not.toContain(code.replaceAll('-', ''));
    const answer = await (await fetch(`${sandbox.url}/__sandbox/requests?network=hub`)).json();
    expect(JSON.stringify(answer)).toContain(codes[0]);
  });
});

test('red: a user of WordPress who may not publish', async () => {
  const message = 'The user of this key may not publish posts or upload images on the hub.';
  expect(redOnly(await runAs('wordpress', 'cora'))).toEqual(
    [1, 2, 3].map((number) => `✗ WordPress works with the key of code ${number}: ${message}`),
  );
});

test('red: a user of Micropub who may only read', async () => {
  const red = redOnly(await runAs('micropub', 'rita'));
  expect(red.map((line) => line.replace(/: .*/, ''))).toEqual([
    '✗ Micropub works with the key of code 1',
    '✗ Micropub works with the key of code 2',
    '✗ Micropub works with the key of code 3',
  ]);
  for (const line of red) expect(line).toMatch(/scope/);
});

test('channels that are not listed are skipped', async () => {
  await control('hub/channels', { listed: 'none' });
  const checks = await runAs('micropub');
  expect(redOnly(checks)).toEqual([]);
  expect(notGreen(checks)).toContain('– spaces are listed: the hub has no spaces');
});
