import { beforeEach, expect, test } from 'vitest';
import { insertProject, insertWorkspace } from '../../../src/callers/projects/projects.table.ts';
import { openSetup } from '../../../src/people/sign-in/open-setup.ts';
import { ids } from '../../../src/process/ids.ts';
import { openBrowser } from './browser.ts';
import { workspacesOf } from './inviting.ts';
import { newAddress, useSignIn } from './use-sign-in.ts';

const { server, browser, signIn } = await useSignIn({ development: true });

/** As `dev` leaves the database: projects of workspaces without members. */
beforeEach(async () => {
  await server.db.query({ text: 'truncate users, workspaces, sign_ins, mails, rate_limits cascade' });
  for (const name of ['Sample', 'Another']) {
    const workspaceId = ids.uuid();
    await insertWorkspace(server.db, { id: workspaceId, name });
    await insertProject(server.db, { id: ids.uuid(), workspaceId, name, plan: 'self_hosted' });
  }
});

test('in development whoever signs in first from the front page gets the sample project; the next person does not', async () => {
  const [first, second] = [newAddress(), newAddress()];
  await signIn(browser(), first);
  await signIn(browser(), second);
  expect([await workspacesOf(server, first), await workspacesOf(server, second)]).toEqual([['Sample'], [second]]);
  expect(await openSetup({ db: server.db, ids, baseUrl: server.baseUrl })).toBe(null);
});

test('in production nobody gets a workspace of the installation by signing up', async () => {
  const production = await server.startAnother({ development: false });
  const email = newAddress();
  await signIn(openBrowser(production.baseUrl), email);
  expect(await workspacesOf(server, email)).toEqual([email]);
});
