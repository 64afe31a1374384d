import { describe, expect, test } from 'vitest';
import { useServer } from '../use-server.ts';
import { type Confirmation, networkCalls, postSigned, signedRequest } from './callbacks.ts';
import { dumpOf, removalsDone, rowsWith } from './dump.ts';

const server = useServer();

const statusOf = async ({ url }: Confirmation): Promise<[number, string | undefined]> => {
  const response = await fetch(url);
  return [response.status, /<h1>(.*?)<\/h1>/.exec(await response.text())?.[1]];
};
const DELETED = [200, 'Your data was deleted'];

test('a callback that is delivered again, at once or later, gets the same answer and is processed once', async () => {
  const ana = await server.person('threads');
  const text = signedRequest('threads', ana.account.platformUserId);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => postSigned(server, 'threads/data-deletion', text)),
  );
  await removalsDone(server.db);
  answers.push(await postSigned(server, 'threads/data-deletion', text));
  const [first] = answers;
  const confirmation = first!.body as Confirmation;
  expect(confirmation).toEqual({
    url: `${server.baseUrl}/removal/status/${confirmation.confirmation_code}`,
    confirmation_code: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, confirmation]);
  expect(await statusOf(confirmation)).toEqual(DELETED);
  expect(server.log().match(/"a profile was removed"/g)?.length).toBe(1);
});

test('a concurrent deauthorization and data deletion are both answered, and delete once', async () => {
  const ana = await server.person('instagram');
  const [removed, deleted] = await Promise.all([
    networkCalls(server, ana, 'deauthorize'),
    networkCalls(server, ana, 'data-deletion'),
  ]);
  expect([removed.status, removed.body, deleted.status]).toEqual([200, { received: true }, 200]);
  await removalsDone(server.db);
  expect(await statusOf(deleted.body as Confirmation)).toEqual(DELETED);
  expect((await ana.project.call('GET', '/api/v1/accounts?includeRevoked=true')).body).toEqual({ accounts: [] });
});

test('each further request of a person has its own code, and the earlier codes stay valid', async () => {
  const ana = await server.person('threads');
  const ask = async (issuedAt: number) =>
    (
      await postSigned(
        server,
        'threads/data-deletion',
        signedRequest('threads', ana.account.platformUserId, { issued_at: issuedAt }),
      )
    ).body as Confirmation;
  const now = Math.floor(Date.now() / 1000);
  const confirmations = [await ask(now - 2), await ask(now - 1), await ask(now)];
  expect(new Set(confirmations.map(({ confirmation_code: code }) => code)).size).toBe(3);
  await removalsDone(server.db);
  for (const confirmation of confirmations) expect(await statusOf(confirmation)).toEqual(DELETED);
});

test('a person without stored data gets the same kind of answer', async () => {
  const { status, body } = await postSigned(
    server,
    'instagram/data-deletion',
    signedRequest('instagram', '17841400000000999'),
  );
  expect([status, body]).toEqual([200, { url: expect.any(String), confirmation_code: expect.any(String) }]);
  await removalsDone(server.db);
  expect(await statusOf(body as Confirmation)).toEqual(DELETED);
  expect(rowsWith(await dumpOf(server.db), ['17841400000000999'])).toEqual([]);
});

describe('a request from before the person connected again', () => {
  const HOUR = 3_600;

  test('that arrives seconds after the person connected again leaves the new connection', async () => {
    const ana = await server.person('threads');
    const connectedAt = async (ago: string) =>
      server.db.query({
        text: `update accounts set connected_at = now() - $2::interval where platform_user_id = $1`,
        values: [ana.account.platformUserId, ago],
      });
    const text = signedRequest('threads', ana.account.platformUserId, {
      issued_at: Math.floor(Date.now() / 1000) - 30,
    });
    await connectedAt('20 seconds');
    await postSigned(server, 'threads/deauthorize', text);
    await removalsDone(server.db);
    expect(await ana.read()).toMatchObject({ status: 'active' });

    const again = signedRequest('threads', ana.account.platformUserId, {
      issued_at: Math.floor(Date.now() / 1000) - 29,
    });
    await connectedAt('40 seconds');
    await postSigned(server, 'threads/deauthorize', again);
    await removalsDone(server.db);
    expect((await ana.project.call('GET', '/api/v1/accounts?includeRevoked=true')).body).toEqual({ accounts: [] });
  });

  test('that was processed already does nothing when it is delivered again', async () => {
    const ana = await server.person('threads');
    const text = signedRequest('threads', ana.account.platformUserId);
    await postSigned(server, 'threads/deauthorize', text);
    await removalsDone(server.db);
    const account = await ana.project.connect('threads', ana.username);
    await postSigned(server, 'threads/deauthorize', text);
    await removalsDone(server.db);
    expect((await ana.project.call('GET', `/api/v1/accounts/${account.id}`)).body).toEqual({ account });
  });

  test('that arrives an hour late deletes older data, and leaves the new connection and its posts', async () => {
    const ana = await server.person('threads');
    const old = await ana.publish({ content: 'Before' });
    const age = (table: string, column: string, hours: number) =>
      server.db.query({
        text: `update ${table} set ${column} = ${column} - make_interval(hours => $2) where project_id =
                 (select project_id from accounts where platform_user_id = $1)`,
        values: [ana.account.platformUserId, hours],
      });
    await age('posts', 'created_at', 3);
    const issuedAt = Math.floor(Date.now() / 1000) - HOUR;
    const fresh = await ana.publish({ content: 'After' });
    const { body } = await postSigned(
      server,
      'threads/data-deletion',
      signedRequest('threads', ana.account.platformUserId, { issued_at: issuedAt }),
    );
    await removalsDone(server.db);
    expect(await statusOf(body as Confirmation)).toEqual(DELETED);
    expect(await ana.read()).toEqual(ana.account);
    expect((await ana.project.read(old.body.post.id)).targets).toEqual([]);
    expect((await ana.project.read(fresh.body.post.id)).targets.map(({ status }) => status)).toEqual(['published']);
    expect((await ana.publish({ content: 'And on' })).body.post.targets[0]!.status).toBe('published');
  });
});
