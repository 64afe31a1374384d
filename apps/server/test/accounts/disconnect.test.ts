import type { Account } from '@fanfare/contract';
import { describe, expect, test } from 'vitest';
import { fromPublicId } from '../../src/process/ids.ts';
import { queryOf, walk } from '../connect-steps.ts';
import { type Person, useServer } from '../use-server.ts';

const server = useServer();

const remove = (person: Person) =>
  person.project.call<{ deleted: true }>('DELETE', `/api/v1/accounts/${person.account.id}`);

async function credentialsOf(person: Person): Promise<number> {
  const { rowCount } = await server.db.query({
    text: 'select from credentials where account_id = $1',
    values: [fromPublicId('acc', person.account.id)],
  });
  return rowCount ?? 0;
}

test('a disconnected account remains as revoked, without its credential', async () => {
  const person = await server.person('threads');
  expect(await credentialsOf(person)).toBe(1);
  const reply = await remove(person);
  expect([reply.status, reply.body]).toEqual([200, { deleted: true }]);
  expect(await person.read()).toEqual({ ...person.account, status: 'revoked', statusReason: 'disconnected' });
  expect(await credentialsOf(person)).toBe(0);
});

test('many concurrent disconnects all succeed', async () => {
  const person = await server.person('threads');
  const replies = await Promise.all(Array.from({ length: 10 }, () => remove(person)));
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await credentialsOf(person)).toBe(0);
});

describe('connecting the same profile again', () => {
  const reconnect = async (person: Person, profileId?: string): Promise<Account> => {
    const { platform } = person.account;
    const body = { platform, ...(profileId !== undefined && { profileId }) };
    const { accountId } = queryOf((await walk(person.project, body, { profile: person.username })).location);
    expect(accountId).toBe(person.account.id);
    return person.read();
  };

  test('keeps the profileId when the request names none, and replaces it otherwise', async () => {
    const person = await server.person('threads');
    expect('profileId' in person.account).toBe(false);
    expect((await reconnect(person, 'one')).profileId).toBe('one');
    expect((await reconnect(person)).profileId).toBe('one');
    await remove(person);
    expect((await reconnect(person)).profileId).toBe('one');
    expect((await reconnect(person, 'two')).profileId).toBe('two');
  });

  test('updates the account’s name from the network', async () => {
    const person = await server.person('threads');
    await server.db.query({
      text: "update accounts set username = 'old_name' where id = $1",
      values: [fromPublicId('acc', person.account.id)],
    });
    expect((await reconnect(person)).username).toBe(person.username);
  });
});
