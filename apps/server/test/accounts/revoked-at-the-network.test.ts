import { expect, test } from 'vitest';
import { fromPublicId } from '../../src/process/ids.ts';
import { type Person, useServer } from '../use-server.ts';

const server = useServer();

const disconnect = (person: Person, id = person.account.id) => person.project.call('DELETE', `/api/v1/accounts/${id}`);

const revocations = async (person: Person): Promise<readonly (string | null)[]> =>
  (await person.calls()).filter(({ path }) => /\/revoke$/.test(path)).map(({ path }) => path);

const credentials = async (): Promise<number> =>
  (await server.db.query<{ n: number }>({ text: 'select count(*)::int as n from credentials' })).rows[0]!.n;

const deleted = [200, { deleted: true }];

test('X revokes both tokens before the answer is sent', async () => {
  const person = await server.person('x');
  const reply = await disconnect(person);
  expect([reply.status, reply.body]).toEqual(deleted);
  expect(await revocations(person)).toEqual(['/2/oauth2/revoke', '/2/oauth2/revoke']);
  await disconnect(person);
  expect(await revocations(person)).toHaveLength(2);
});

test('networks without a revoke call get no request', async () => {
  for (const platform of ['threads', 'instagram'] as const) {
    const person = await server.person(platform);
    expect((await disconnect(person)).status).toBe(200);
    expect(await person.calls()).toEqual([]);
  }
});

const member = () => {
  const pages = ['one', 'two'].map((name) => ({ username: `${name}_${Math.random().toString(36).slice(2)}`, name }));
  return server.person('linkedin', { profile: { pages } });
};

const accountsOf = async ({ project }: Person): Promise<readonly string[]> =>
  (await project.call<{ accounts: { id: string }[] }>('GET', '/api/v1/accounts')).body.accounts.map(({ id }) => id);

test('LinkedIn is called only when the last account of a member and their pages is disconnected', async () => {
  const person = await member();
  const ids = await accountsOf(person);
  expect(ids).toHaveLength(3);
  for (const id of ids) {
    expect(await revocations(person)).toEqual([]);
    expect((await disconnect(person, id)).status).toBe(200);
  }
  expect(new Set(await revocations(person))).toEqual(new Set(['/oauth/v2/revoke']));
});

test('when all are disconnected at once, one of them is the last', async () => {
  const person = await member();
  const ids = await accountsOf(person);
  const replies = await Promise.all(ids.map((id) => disconnect(person, id)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  const once = await revocations(person);
  expect(once.length).toBeGreaterThan(0);
  expect(once.length).toBeLessThanOrEqual(2);
});

test('a network that refuses or hangs causes no delay and leaves nothing behind: the credential is deleted before the call', async () => {
  for (const fault of [
    { action: 'status', status: 503, body: { error: 'server_error' } },
    { action: 'delay', delayMs: 60_000 },
  ] as const) {
    const person = await server.person('x');
    const before = await credentials();
    await server.sandbox.fail({ network: 'x', method: 'POST', path: '/2/oauth2/revoke$', ...fault });
    const reply = await disconnect(person);
    expect([reply.status, reply.body]).toEqual(deleted);
    expect(await credentials()).toBe(before - 1);
    expect(await person.read()).toMatchObject({ status: 'revoked', statusReason: 'disconnected' });
    await server.sandbox.removeFaults();
  }
  // The response did not wait for the second call.
  expect(server.log().match(/a grant could not be revoked at its network/g)).toHaveLength(1);
});

test('a credential that can no longer be decrypted is deleted anyway', async () => {
  const person = await server.person('x');
  await server.db.query({
    text: `update credentials set key_id = 'lost' where account_id = $1`,
    values: [fromPublicId('acc', person.account.id)],
  });
  const before = await credentials();
  expect((await disconnect(person)).status).toBe(200);
  expect([await credentials(), await revocations(person)]).toEqual([before - 1, []]);
});
