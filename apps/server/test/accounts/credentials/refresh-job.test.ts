import { expect, test } from 'vitest';
import { publishedTarget } from '../../expected-post.ts';
import { until } from '../../until.ts';
import { TOKEN_CALL, useRefreshJob } from './use-refresh-job.ts';

const { server, pass, renewals, state, daysAhead, publish, becomes } = useRefreshJob();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test('instagram, threads and x: an account without posts for a year still publishes', async () => {
  const people = await Promise.all((['instagram', 'threads', 'x'] as const).map((platform) => server.person(platform)));
  await pass(365, 3);
  for (const ana of people) {
    const { platform } = ana.account;
    const renewed = await renewals(ana);
    expect([platform, renewed.length]).toEqual([platform, expect.toSatisfy((count) => count >= 11 && count <= 15)]);
    expect(new Set(renewed)).toEqual(new Set([200]));
    expect(await ana.read()).toEqual(ana.account);
    expect(await publish(ana)).toEqual(publishedTarget(ana.account, (await ana.posts())[0]));
  }
});

test('linkedin, approved for refresh tokens: renewed until the consent ends after a year', async () => {
  await server.sandbox.control('linkedin', 'app', { clientId: 'sandbox-linkedin-app', partner: true });
  const ana = await server.person('linkedin');
  await server.sandbox.control('linkedin', 'app', { clientId: 'sandbox-linkedin-app', partner: false });
  await pass(364, 7);
  expect(await ana.read()).toEqual(ana.account);
  expect(new Set(await renewals(ana))).toEqual(new Set([200]));
  await pass(70, 7);
  expect((await ana.read()).status).toBe('expired');
  const count = (await renewals(ana)).length;
  await pass(70, 7);
  expect(await renewals(ana)).toHaveLength(count);
});

test('linkedin without refresh tokens: the account expires with its token and gives the reason, without a call', async () => {
  const ana = await server.person('linkedin');
  const before = await ana.calls();
  await pass(59);
  expect(await ana.read()).toEqual(ana.account);
  await pass(2);
  expect([await ana.read(), await ana.calls()]).toEqual([becomes(ana, 'expired', 'not_renewable'), before]);
  expect(await state(ana)).toMatchObject({ due: null });
});

const disableThreads = () =>
  server.sandbox.fail({
    network: 'threads',
    path: 'refresh_access_token$',
    action: 'status',
    status: 503,
    times: 100_000,
  });

test('a network that is down for three weeks costs no account, gets fewer and fewer calls, and renews when it is back', async () => {
  const ana = await server.person('threads');
  await disableThreads();
  await pass(30);
  for (let hour = 0; hour < 21 * 24; hour += 2) {
    server.clock.advance(2 * HOUR_MS);
    await server.run('renew-credentials');
  }
  const { failures } = await state(ana);
  // 5 minutes, doubled up to 6 hours: about 4 per day.
  expect(failures).toBeGreaterThan(21 * 3);
  expect(failures).toBeLessThan(24 * 5);
  expect(await ana.read()).toEqual(ana.account);

  await server.sandbox.removeFaults();
  await pass(1);
  expect(await state(ana)).toMatchObject({ failures: 0 });
  await pass(29);
  expect(await publish(ana)).toEqual(publishedTarget(ana.account, (await ana.posts())[0]));
});

test('the next attempt is stored: a restart does not overload a network that is down', async () => {
  const ana = await server.person('threads');
  await disableThreads();
  await pass(31);
  const before = await renewals(ana);
  const other = await server.startAnother();
  for (let i = 0; i < 5; i++) await other.run('renew-credentials');
  expect(await renewals(ana)).toEqual(before);
  await other.halt();
});

test('a lost answer is requested once more; the refusal then expires only that account, with the reason', async () => {
  const [ana, ben] = [await server.person('x'), await server.person('x')];
  const before = (await renewals(ana)).length;
  await server.db.query({
    text: `update credentials set renew_at = '2020-01-01' where account_id = (select id from accounts where platform_user_id = $1)`,
    values: [ana.account.platformUserId],
  });
  await server.sandbox.control('x', 'drop-refresh-reply', { times: 1 });
  server.clock.advance(3 * HOUR_MS);
  await server.run('renew-credentials');
  expect(await state(ana)).toMatchObject({ failures: 1, doubt: true });
  expect(await ana.read()).toEqual(ana.account);

  await server.run('renew-credentials');
  expect(await state(ana)).toMatchObject({ failures: 1 });
  server.clock.advance(7 * 60_000);
  await server.run('renew-credentials');
  expect(await ana.read()).toEqual(becomes(ana, 'expired', 'refresh_outcome_lost'));
  await pass(40, 2);
  // The token endpoint names no account: two calls of this one, the first without an answer, and
  // later ones of the other.
  const after = await renewals(ana);
  expect(after.slice(before)).toEqual([null, 400, ...after.slice(before + 2).map(() => 200)]);
  expect(await ben.read()).toEqual(ben.account);

  const again = await ana.project.connect('x', ana.username);
  expect(again).toEqual({ ...ana.account, connectedAt: again.connectedAt });
  expect(await state(ana)).toMatchObject({ failures: 0, doubt: false });
  expect(daysAhead((await state(ana)).due)).toBeGreaterThanOrEqual(27);
});

test.each([
  ['threads', /refresh_access_token$/],
  ['instagram', /refresh_access_token$/],
  ['linkedin', /accessToken$/],
] as const)('%s: a lost answer has no effect, since the old token can still be renewed', async (network, path) => {
  const app = { clientId: 'sandbox-linkedin-app' };
  await server.sandbox.control('linkedin', 'app', { ...app, partner: true });
  const ana = await server.person(network);
  await server.sandbox.control('linkedin', 'app', { ...app, partner: false });
  await server.sandbox.fail({ network, path: path.source, action: 'drop_after', times: 100 });
  await pass(31, 31);
  expect(await state(ana)).toMatchObject({ failures: 1, doubt: true });
  await server.sandbox.removeFaults();
  await pass(1);
  expect(await state(ana)).toMatchObject({ failures: 0, doubt: false });
  expect(await ana.read()).toEqual(ana.account);
  expect(await publish(ana)).toEqual(publishedTarget(ana.account, (await ana.posts())[0]));
});

test.each([
  ['threads', 'token-state', { state: 'password_changed' }, 'expired', 'refresh_rejected'],
  ['instagram', 'token-state', { state: 'password_changed' }, 'expired', 'refresh_rejected'],
  ['instagram', 'revoke-token', {}, 'revoked', 'revoked_by_user'],
  ['x', 'expire-tokens', { refresh: true }, 'expired', 'refresh_rejected'],
] as const)('%s, %s: found without a publish', async (platform, control, body, status, reason) => {
  const ana = await server.person(platform);
  await ana.control(control, body);
  await pass(36);
  expect(await ana.read()).toEqual(becomes(ana, status, reason));
  const renewed = await renewals(ana);
  await pass(30, 3);
  expect(await renewals(ana)).toEqual(renewed);
});

test.each(['expired', 'revoked'] as const)(
  'a reconnect from %s keeps the id, replaces the credential and renews it again',
  async (from) => {
    const ana = await server.person('threads');
    if (from === 'revoked') await ana.project.call('DELETE', `/api/v1/accounts/${ana.account.id}`);
    else {
      await ana.control('token-state', { state: 'password_changed' });
      await pass(36);
    }
    expect((await ana.read()).status).toBe(from);
    const again = await ana.project.connect('threads', ana.username);
    expect(again).toEqual({ ...ana.account, connectedAt: again.connectedAt });
    expect(daysAhead((await state(ana)).due)).toBeGreaterThanOrEqual(26);
    await pass(100);
    expect(await publish(ana)).toEqual(publishedTarget(ana.account, (await ana.posts())[0]));
  },
);

test('two servers with concurrent rounds renew each of forty accounts once', async () => {
  const other = await server.startAnother();
  const project = await server.createProject();
  const people = [];
  for (let i = 0; i < 40; i++) people.push(await server.person('x', { project }));
  const before = (await server.sandbox.requests('x')).filter(({ path }) => TOKEN_CALL.test(path)).length;
  server.clock.advance(31 * DAY_MS);
  await Promise.all([server, other, server, other].map((one) => one.run('renew-credentials')));
  const calls = (await server.sandbox.requests('x')).filter(({ path }) => TOKEN_CALL.test(path)).slice(before);
  expect(calls.map(({ status }) => status)).toEqual(Array(40).fill(200));
  for (const person of people) expect(await person.read()).toEqual(person.account);
  await other.halt();
});

test('a network that is down gets a few calls per round and does not delay another network', async () => {
  const project = await server.createProject();
  for (let i = 0; i < 15; i++) await server.person('x', { project });
  const ben = await server.person('threads', { project });
  server.clock.advance(31 * DAY_MS);
  await server.sandbox.fail({ network: 'x', path: 'oauth2/token$', action: 'status', status: 503, times: 100_000 });
  const before = (await server.sandbox.requests('x')).length;
  await server.run('renew-credentials');
  expect((await server.sandbox.requests('x')).length - before).toBeLessThanOrEqual(7);
  expect(await renewals(ben)).toEqual([200]);
});

test('an account that a publish is renewing is left alone', async () => {
  const ana = await server.person('x');
  server.clock.advance(31 * DAY_MS);
  await server.sandbox.hold('before', { network: 'x', path: 'oauth2/token$' });
  const publishing = publish(ana);
  await expect.poll(async () => (await renewals(ana)).length).toBe(1);
  const other = await server.startAnother();
  // The round ends before the network answers the publish's renewal.
  await other.run('renew-credentials');
  await server.sandbox.release();
  expect(await publishing).toMatchObject({ status: 'published' });
  expect(await renewals(ana)).toEqual([200]);
  await other.halt();
});

test('a stopping server finishes its renewal calls and starts no more', async () => {
  const project = await server.createProject();
  const people = [];
  for (let i = 0; i < 12; i++) people.push(await server.person('x', { project }));
  const other = await server.startAnother();
  server.clock.advance(31 * DAY_MS);
  await server.sandbox.hold('after', { network: 'x', path: 'oauth2/token$', times: 12 });
  const before = (await server.sandbox.requests('x')).length;
  const round = other.run('renew-credentials');
  await until(async () => ((await server.sandbox.requests('x')).length > before ? true : null));
  const halted = other.halt();
  await server.sandbox.release();
  await halted;
  await round;
  const renewed = (await server.sandbox.requests('x')).slice(before).map(({ status }) => status);
  expect(renewed.length).toBeLessThan(12);
  expect(renewed).toEqual(renewed.map(() => 200));
  const { rows } = await server.db.query<{ version: number; leased: number }>({
    text: `select version, count(renewal_until)::int as leased from credentials where renew_at is not null group by version order by version`,
  });
  expect(rows).toEqual([
    { version: 1, leased: 0 },
    { version: 2, leased: 0 },
  ]);
  await server.sandbox.removeFaults();
  await server.run('renew-credentials');
  for (const person of people) expect(await person.read()).toEqual(person.account);
});

test('an expired account fails its own target and no other', async () => {
  const project = await server.createProject();
  const [ana, ben] = [await server.person('threads', { project }), await server.person('x', { project })];
  await ana.control('token-state', { state: 'password_changed' });
  await pass(36);
  const { post } = (
    await project.publish({
      content: 'For both',
      platforms: [ana, ben].map(({ account }) => ({ platform: account.platform, accountId: account.id })),
    })
  ).body;
  expect(post.targets.map(({ status, error }) => [status, error])).toEqual([
    ['failed', 'account_not_active: The account is expired (refresh_rejected). Connect it again to publish.'],
    ['published', null],
  ]);
});

test('log lines about it contain no token and no id of a network', async () => {
  const ana = await server.person('threads');
  await ana.control('token-state', { state: 'password_changed' });
  const from = server.log().length;
  await pass(36);
  const said = server
    .log()
    .slice(from)
    .split('\n')
    .filter((line) => /lost its credential|background token refresh/.test(line));
  expect(said.length).toBeGreaterThanOrEqual(2);
  for (const line of said) expect(line).not.toMatch(new RegExp(`${ana.account.platformUserId}|${ana.username}|THAA`));
});
