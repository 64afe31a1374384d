import type { Account } from '@fanfare/contract';
import { HUB_REFUSALS, PLANS } from '@fanfare/rules';
import { expect, test } from 'vitest';
import { errorBody } from '../../error-body.ts';
import type { Project } from '../../harness.ts';
import { until } from '../../until.ts';
import { useServer } from '../../use-server.ts';
import { connectHub, hubAccount, hubPerson, keysOnHub, ROLES } from './hub-people.ts';

/** Name of our keys on a hub. */
const OURS = 'Fanfare';
const PASTED = 'Made by a control';

const server = useServer();

const accountsOf = async (project: Project): Promise<readonly Account[]> =>
  (await project.call<{ accounts: Account[] }>('GET', '/api/v1/accounts?includeRevoked=true')).body.accounts;

const disconnect = (project: Project, id: string) => project.call('DELETE', `/api/v1/accounts/${id}`);

test.each(ROLES)('20 requests with one %s connect code at once make one account and one key', async (role) => {
  const project = await server.createProject();
  const person = await hubPerson(server, role);
  const exchanged = async () =>
    (await server.sandbox.requests('hub')).filter(
      (call) => call.role === role && call.path.endsWith('/exchange') && call.status === 200,
    ).length;
  const before = await exchanged();
  const code = await person.code();
  const replies = await Promise.all(Array.from({ length: 20 }, () => connectHub(project, code)));
  const [made, ...others] = replies.sort((a, b) => a.status - b.status);
  expect(made!.status).toBe(201);
  // After thirty wrong codes the hub refuses the address, whatever code it sends.
  for (const reply of others) {
    const { refusal } = reply.status === 400 ? HUB_REFUSALS.codeInvalid() : HUB_REFUSALS.brokenAnswer();
    expect([reply.status, reply.body]).toEqual([
      refusal.code === 'hub_error' ? 502 : 400,
      errorBody(reply, refusal.code, refusal.message),
    ]);
  }
  expect(await accountsOf(project)).toEqual([made!.body.account]);
  expect((await exchanged()) - before).toBe(1);
  if (role === 'wordpress') expect(await keysOnHub(person)).toEqual([OURS]);
  server.clock.advance(11 * 60_000);
});

test('a plan that fills up while a code is exchanged leaves no account and no key', async () => {
  const project = await server.createProject('free');
  const person = await hubPerson(server, 'wordpress');
  await server.sandbox.hold('before', { network: 'hub', role: 'wordpress', path: '^/wp-json/wp/v2/users/me$' });
  const late = connectHub(project, await person.code());
  // Its key is there by now, and it waits to hear whose it is.
  await until(async () => (server.log().includes('/hub-connect/exchange') ? true : null));
  for (let n = 0; n < PLANS.free.connectedAccounts; n++) {
    const username = `filler_${n}`;
    await server.sandbox.addProfile('x', { username, name: username });
    await project.connect('x', username);
  }
  await server.sandbox.release();
  expect((await late).status).toBe(403);
  expect(await keysOnHub(person)).toEqual([]);
});

test('a key that cannot be stored is deleted on the hub', async () => {
  const project = await server.createProject();
  const person = await hubPerson(server, 'wordpress');
  await server.db.query({ text: "alter table accounts add constraint no_hubs check (platform <> 'hub') not valid" });
  const reply = await connectHub(project, await person.code());
  await server.db.query({ text: 'alter table accounts drop constraint no_hubs' });
  expect([reply.status, await accountsOf(project), await keysOnHub(person)]).toEqual([500, [], []]);
});

test.each([
  ['a type that nobody knows', { type: 'pigeons' }, HUB_REFUSALS.noDriver()],
  ['an API on another origin', { apiUrl: 'https://elsewhere.example/' }, HUB_REFUSALS.brokenAnswer()],
])('a key that comes with %s is deleted on the hub', async (_what, facts, { refusal }) => {
  const project = await server.createProject();
  const person = await hubPerson(server, 'wordpress');
  await server.sandbox.control('hub', 'hub-connect', { role: 'wordpress', ...facts });
  const reply = await connectHub(project, await person.code());
  await server.sandbox.control('hub', 'hub-connect', { role: 'wordpress', type: null, apiUrl: null });
  expect([reply.body, await accountsOf(project), await keysOnHub(person)]).toEqual([
    errorBody(reply, refusal.code, refusal.message, refusal.details && [...refusal.details]),
    [],
    [],
  ]);
});

test('a connect by code replaces the key, and deletes the one before on the hub', async () => {
  const { project, person, account } = await hubAccount(server, 'wordpress');
  const again = await connectHub(project, await person.code());
  expect([again.status, again.body.account.id]).toEqual([200, account.id]);
  expect(await keysOnHub(person)).toEqual([`${OURS} (2)`]);
});

test('a connect by code replaces a pasted key, and leaves it on the hub', async () => {
  const project = await server.createProject();
  const person = await hubPerson(server, 'wordpress');
  const first = await connectHub(project, await person.key());
  const again = await connectHub(project, await person.code());
  expect([first.status, again.status, again.body.account.id]).toEqual([201, 200, first.body.account.id]);
  expect(await keysOnHub(person)).toEqual([PASTED, OURS]);
});

test('a disconnect deletes our key on the hub', async () => {
  const { project, person, account } = await hubAccount(server, 'wordpress');
  expect(await keysOnHub(person)).toEqual([OURS]);
  expect((await disconnect(project, account.id)).body).toEqual({ deleted: true });
  expect(await keysOnHub(person)).toEqual([]);
});

test('a disconnect keeps a pasted key that another project uses, and the last one deletes it', async () => {
  const projects = [await server.createProject(), await server.createProject()] as const;
  const person = await hubPerson(server, 'wordpress');
  const key = await person.key();
  const accounts = await Promise.all(projects.map(async (project) => (await connectHub(project, key)).body.account));
  await disconnect(projects[0], accounts[0]!.id);
  expect(await keysOnHub(person)).toEqual([PASTED]);
  expect((await projects[1].call('GET', `/api/v1/accounts/${accounts[1]!.id}/spaces`)).status).toBe(200);
  await disconnect(projects[1], accounts[1]!.id);
  expect(await keysOnHub(person)).toEqual([]);
});
