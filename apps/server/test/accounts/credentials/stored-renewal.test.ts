import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { ALIVE, heldAnswer, statesOf, tokenOf } from './renewal-answers.ts';
import { noAnswer, useRenewal } from './use-renewal.ts';

const use = useRenewal();
const { network } = use;

beforeEach(() => {
  network.spentTokens.length = 0;
  network.answer = async (granted) => granted;
});

describe('the database', () => {
  test.each(['before', 'after'] as const)(
    'loses the connection %s the renewed credential was written: it is written again',
    async (side) => {
      const owner = await use.account();
      const server = use.server({ relayed: true });
      const held = heldAnswer(network);
      const opening = server.open(owner);
      await held.called();
      use.proxy().cutNext(/insert into credentials/, side);
      held.arrive();
      const token = tokenOf(await opening);
      expect(await use.read(owner)).toMatchObject({ status: 'active', version: 2 });
      expect(tokenOf(await use.server().open(owner))).toBe(token);
      expect(network.spentTokens).toHaveLength(1);
    },
  );

  test('is down for seconds: the renewed credential is written when it is back', async () => {
    const owner = await use.account();
    const server = use.server({ relayed: true });
    const held = heldAnswer(network);
    const opening = server.open(owner);
    await held.called();
    use.proxy().redirectTo(1);
    use.proxy().cutNext(/./, 'before');
    held.arrive();
    await sleep(2_000);
    expect(await use.read(owner)).toMatchObject({ version: 1 });
    use.proxy().redirectTo(use.port());
    const token = tokenOf(await opening);
    expect(await use.read(owner)).toEqual({ ...ALIVE, version: 2 });
    expect(tokenOf(await use.server().open(owner))).toBe(token);
    expect(network.spentTokens).toHaveLength(1);
  });
});

describe('accounts that hold copies of one token', () => {
  async function copies() {
    const [project, grantId] = [randomUUID(), randomUUID()];
    const credential = { ...network.issue(), expiresAt: use.clock.now() - 1 };
    const owners = [];
    for (let i = 0; i < 3; i++) owners.push(await use.account({ project, grantId, credential }));
    return owners;
  }

  test('are renewed together, however many of them are requested concurrently', async () => {
    const owners = await copies();
    const servers = [use.server(), use.server()];
    const opened = await Promise.all(Array.from({ length: 60 }, (_, i) => servers[i % 2]!.open(owners[i % 3]!)));
    expect([statesOf(opened), new Set(opened.map(tokenOf)).size, network.spentTokens.length]).toEqual([['open'], 1, 1]);
    for (const owner of owners) expect(await use.read(owner)).toEqual({ ...ALIVE, version: 2 });
  });

  test('expire together, with the reason', async () => {
    const [owners, stranger] = [await copies(), await use.account({ credential: network.issue() })];
    const server = use.server();
    network.answer = () => Promise.reject(noAnswer());
    await server.open(owners[0]!);
    await server.open(owners[1]!);
    for (const owner of owners) {
      expect(await use.read(owner)).toMatchObject({ status: 'expired', reason: 'refresh_outcome_lost', kept: false });
    }
    expect([network.spentTokens.length, await use.read(stranger)]).toEqual([2, { ...ALIVE, version: 1 }]);
  });

  test('a disconnected one stays disconnected when the others are renewed', async () => {
    const owners = await copies();
    await use
      .db()
      .query({ text: `update accounts set status = 'revoked' where id = $1`, values: [owners[0]!.accountId] });
    await use.db().query({ text: 'delete from credentials where account_id = $1', values: [owners[0]!.accountId] });
    expect((await use.server().open(owners[1]!)).state).toBe('open');
    expect(await use.read(owners[0]!)).toMatchObject({ status: 'revoked', version: null });
  });
});
