import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { aborted } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OpenedCredential, Owner } from '../../../src/accounts/credentials/read-credential.ts';
import { claimRenewal } from '../../../src/accounts/credentials/renewals.table.ts';
import { storeCredential } from '../../../src/accounts/credentials/store-credential.ts';
import { until } from '../../until.ts';
import { ALIVE, heldAnswer, statesOf, tokenOf } from './renewal-answers.ts';
import { noAnswer, refusal, unreachable, useRenewal } from './use-renewal.ts';

const use = useRenewal();
const { network } = use;
const { refresh } = network;
beforeEach(() => {
  network.spentTokens.length = 0;
  network.inFlight.most = 0;
  network.answer = async (granted) => granted;
  network.refresh = refresh;
});

test('a valid credential is opened with one statement', async () => {
  const owner = await use.account({ credential: network.issue() });
  const server = use.server();
  expect((await server.open(owner)).state).toBe('open');
  expect([server.statements, network.spentTokens]).toEqual([['find_account_credentials'], []]);
});

test('concurrent reads of credentials take a few statements, each caller gets its own, and none gets an account of another project', async () => {
  const credentials = Array.from({ length: 30 }, () => network.issue());
  const owners = await Promise.all(credentials.map((credential) => use.account({ credential })));
  const stranger = { projectId: owners[0]!.projectId, accountId: owners[1]!.accountId };
  const server = use.server();
  const opened = await Promise.all([...owners, stranger, owners[0]!].map((owner) => server.open(owner)));
  expect(opened.map((each) => (each.state === 'open' ? each.credential.accessToken.reveal() : each.state))).toEqual([
    ...credentials.map(({ accessToken }) => accessToken.reveal()),
    'not_active',
    credentials[0]!.accessToken.reveal(),
  ]);
  expect(server.statements).toEqual(['find_account_credentials']);
});

describe('the connection pool', () => {
  test('is free while 300 callers on three servers wait for one slow answer', async () => {
    const owner = await use.account();
    const servers = [1, 2, 3].map(() => use.server({ connections: 2 }));
    const held = heldAnswer(network);
    const callers = Array.from({ length: 300 }, (_, i) => servers[i % 3]!.open(owner));
    await held.called();
    await sleep(300);
    const other = await use.account({ credential: network.issue() });
    // Other credentials open while all of them wait.
    await servers[0]!.open(other);
    expect(network.spentTokens).toHaveLength(1);
    held.arrive();
    const opened = await Promise.all(callers);
    expect(new Set(opened.map(tokenOf)).size).toBe(1);
    expect([statesOf(opened), network.spentTokens.length]).toEqual([['open'], 1]);
    expect(await use.read(owner)).toEqual({ ...ALIVE, version: 2 });
  });

  test('does not limit concurrent renewals: two connections, forty accounts', async () => {
    const owners = await Promise.all(Array.from({ length: 40 }, () => use.account()));
    const server = use.server({ connections: 2 });
    const held = heldAnswer(network);
    const opening = Promise.all(owners.map((owner) => server.open(owner)));
    await until(async () => (network.inFlight.now === 40 ? true : null));
    held.arrive();
    expect(statesOf(await opening)).toEqual(['open']);
  });
});

describe('a process that died', () => {
  test('holds the renewal lease until it ends; then the reason says that the token may be spent', async () => {
    const owner = await use.account();
    const startedAt = performance.now();
    const killed = use.server({ timings: { askMs: 100, leaseMs: 400 } });
    network.answer = () => new Promise(() => undefined);
    void killed.open(owner);
    await until(async () => (network.spentTokens.length === 1 ? true : null));
    const opened = await use.server().open(owner);
    expect(performance.now() - startedAt).toBeGreaterThan(390);
    expect(opened).toEqual({
      state: 'not_active',
      reason: 'refresh_outcome_lost',
      message: 'The account is expired (refresh_outcome_lost). Connect it again to publish.',
    });
    expect(await use.read(owner)).toMatchObject({ status: 'expired', reason: 'refresh_outcome_lost', kept: false });
    expect(network.spentTokens).toHaveLength(2);
  });

  test('before its call has no effect', async () => {
    const owner = await use.account();
    await use.db().query({
      text: `update credentials set renewal_token = 7, renewal_until = now() + interval '300 ms' where account_id = $1`,
      values: [owner.accountId],
    });
    expect((await use.server().open(owner)).state).toBe('open');
    expect(await use.read(owner)).toEqual({ ...ALIVE, version: 2 });
  });

  test('only for a while, and returns with its answer after another renewal was refused: the account is active again', async () => {
    const [owner, unrelated] = [await use.account(), await use.account({ credential: network.issue() })];
    const frozen = use.server({ timings: { askMs: 100, leaseMs: 300 } });
    const held = heldAnswer(network);
    const late = frozen.open(owner);
    await held.called();
    expect((await use.server().open(owner)).state).toBe('not_active');
    expect(await use.read(owner)).toMatchObject({ status: 'expired', reason: 'refresh_outcome_lost' });
    held.arrive();
    const token = tokenOf(await late);
    expect(await use.read(owner)).toEqual({ ...ALIVE, version: 2 });
    expect(tokenOf(await use.server().open(owner))).toBe(token);
    expect(await use.read(unrelated)).toEqual({ ...ALIVE, version: 1 });
  });

  test('and waited for its lease longer than the lease leaves for a call, waits for the next one', async () => {
    const owner = await use.account();
    const startedAt = performance.now();
    let opening: Promise<OpenedCredential> | null = null;
    await use.db().transaction(async (tx) => {
      await tx.query({ text: 'select from credentials where account_id = $1 for update', values: [owner.accountId] });
      opening = use.server({ timings: { askMs: 500, leaseMs: 1_000 } }).open(owner);
      await until(async () => {
        const { rowCount } = await use.db().query({
          text: "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        });
        return rowCount || null;
      });
      await sleep(550);
    });
    expect((await opening!).state).toBe('open');
    // The time to lock the row, and then the whole lease that was not used.
    expect(performance.now() - startedAt).toBeGreaterThan(1_500);
    expect(network.spentTokens).toHaveLength(1);
  });
});

describe('an answer of the network', () => {
  test('that never arrives: the account stays, the result is in doubt, and the second refusal says so', async () => {
    const owner = await use.account();
    const server = use.server();
    network.answer = () => Promise.reject(noAnswer());
    expect(await server.open(owner)).toMatchObject({ state: 'unavailable', error: { code: 'network_unavailable' } });
    expect(await use.read(owner)).toEqual({ ...ALIVE, version: 1, failures: 1, doubt: true });
    expect(await server.open(owner)).toMatchObject({ state: 'not_active' });
    expect(await server.open(owner)).toMatchObject({ state: 'not_active' });
    expect(await use.read(owner)).toMatchObject({ status: 'expired', reason: 'refresh_outcome_lost' });
    expect(network.spentTokens).toHaveLength(2);
    expect(server.outcomes).toEqual(['unavailable', 'refused']);
  });

  test('that breaks our own code: the account stays, and the refresh job does not retry every minute', async () => {
    const owner = await use.account();
    await use.db().query({
      text: `update credentials set renew_at = '2020-01-01' where account_id = $1`,
      values: [owner.accountId],
    });
    let calls = 0;
    network.refresh = async () => {
      calls++;
      throw new TypeError('an answer of unknown form');
    };
    const server = use.server();
    await expect(server.refreshInBackground(owner)).rejects.toThrow('an answer of unknown form');
    await server.refreshInBackground(owner);
    expect([calls, await use.read(owner)]).toEqual([1, { ...ALIVE, version: 1, failures: 1, doubt: true }]);
  });

  test('that takes too long: the call is aborted in time', async () => {
    const owner = await use.account();
    network.refresh = async (_credential, call) => {
      await aborted(call.signal, call);
      throw noAnswer();
    };
    expect(await use.server({ timings: { askMs: 200 } }).open(owner)).toMatchObject({ state: 'unavailable' });
    expect(await use.read(owner)).toEqual({ ...ALIVE, version: 1, failures: 1, doubt: true });
  });

  test('that is missing because the network was unreachable: no doubt, and the next call renews', async () => {
    const owner = await use.account();
    const server = use.server();
    network.refresh = () => Promise.reject(unreachable());
    expect(await server.open(owner)).toMatchObject({ state: 'unavailable' });
    expect(await use.read(owner)).toEqual({ ...ALIVE, version: 1, failures: 1 });
    network.refresh = refresh;
    expect((await server.open(owner)).state).toBe('open');
    expect(await use.read(owner)).toEqual({ ...ALIVE, version: 2 });
  });

  test('that refuses: the account expires with the reason, and is never renewed again', async () => {
    const owner = await use.account({
      credential: { ...network.issue(), refreshToken: null, expiresAt: use.clock.now() - 1 },
    });
    let calls = 0;
    network.refresh = async () => {
      calls++;
      throw refusal();
    };
    const server = use.server();
    for (let i = 0; i < 3; i++) expect((await server.open(owner)).state).toBe('not_active');
    expect([calls, await use.read(owner)]).toEqual([
      1,
      { ...ALIVE, status: 'expired', reason: 'refresh_rejected', version: 1, kept: false },
    ]);
  });

  test('that fails while the credential is still valid: it is used, and the network gets no call for a while', async () => {
    const owner = await use.account({ credential: { ...network.issue(), expiresAt: use.clock.now() + 4 * 60_000 } });
    const server = use.server();
    let calls = 0;
    network.refresh = async () => {
      calls++;
      throw unreachable();
    };
    for (let i = 0; i < 5; i++) expect((await server.open(owner)).state).toBe('open');
    expect(calls).toBe(1);
  });
});

test('callers who wait for a renewal that keeps their refused credential start another one', async () => {
  const owner = await use.account({ credential: { ...network.issue(), expiresAt: use.clock.now() + 4 * 60_000 } });
  const server = use.server();
  const held = heldAnswer(network);
  const ahead = server.open(owner);
  await held.called();
  held.arrive();
  const first = await ahead;
  if (first.state !== 'open') throw new Error('it was to be renewed');
  network.answer = async (granted) => granted;
  const [one, two] = await Promise.all([server.open(owner, first.credential), server.open(owner, first.credential)]);
  expect(tokenOf(one)).toBe(tokenOf(two));
  expect(tokenOf(one)).not.toBe(tokenOf(first));
});

test('a reconnect during a renewal wins over its late answer', async () => {
  const owner = await use.account();
  const held = heldAnswer(network);
  const opening = use.server().open(owner);
  await held.called();
  const fresh = network.issue();
  await use
    .db()
    .transaction((tx) => storeCredential(use.storing, tx, owner, { credential: fresh, grantId: randomUUID() }));
  held.arrive();
  expect(tokenOf(await opening)).toBe(fresh.accessToken.reveal());
  expect(await use.read(owner)).toEqual({ ...ALIVE, version: 2 });
});

describe('the renewal lease', () => {
  const claim = (owner: Owner, token: number) =>
    use.db().transaction((tx) => claimRenewal(tx, { ...owner, version: 1, token }, { leaseMs: 5_000, wait: true }));

  test('is given once, however many processes want it concurrently', async () => {
    for (let round = 0; round < 10; round++) {
      const owner = await use.account();
      const claims = await Promise.all(Array.from({ length: 12 }, () => claim(owner, 0)));
      expect(claims.filter((got) => got !== 'busy')).toEqual([
        { grantId: expect.any(String), token: 1, doubtful: false },
      ]);
    }
  });

  test('is refused to a process that read the credential before another one’s renewal was refused', async () => {
    const owner = await use.account();
    const server = use.server();
    network.refresh = () => Promise.reject(refusal());
    await server.open(owner);
    network.refresh = refresh;
    // Before its call, and during it.
    expect(await claim(owner, 0)).toBe('overtaken');
    expect(await claim(owner, 1)).toBe('overtaken');
  });

  test('a process that waited for a renewal without an answer does not renew at once', async () => {
    const owner = await use.account();
    network.answer = () => sleep(300).then(() => Promise.reject(noAnswer()));
    const opened = await Promise.all([use.server(), use.server(), use.server()].map((server) => server.open(owner)));
    expect([statesOf(opened), network.spentTokens.length]).toEqual([['unavailable'], 1]);
  });
});

test('the background refresh job skips an account that is being renewed', async () => {
  const owner = await use.account();
  await use
    .db()
    .query({ text: `update credentials set renew_at = '2020-01-01' where account_id = $1`, values: [owner.accountId] });
  const held = heldAnswer(network);
  const opening = use.server().open(owner);
  await held.called();
  expect(await use.server().refreshInBackground(owner)).toBe('busy');
  held.arrive();
  expect((await opening).state).toBe('open');
  const locked = await use.account();
  await use.db().query({
    text: `update credentials set renew_at = '2020-01-01' where account_id = $1`,
    values: [locked.accountId],
  });
  await use.db().transaction(async (tx) => {
    await tx.query({ text: 'select from credentials where account_id = $1 for update', values: [locked.accountId] });
    expect(await use.server().refreshInBackground(locked)).toBe('busy');
  });
});
