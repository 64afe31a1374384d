import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withoutCell } from '@fanfare/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkCell } from '../../src/cells/check-cell.ts';
import { labelledIds } from '../../src/cells/labelled-ids.ts';
import { linkFor, open, openForm, press, REDIRECT_URL } from '../connect-steps.ts';
import { makeWorkspace, signIn } from '../dashboard/api/sign-in.ts';
import { openProject, startTestServer, type TestServer } from '../harness.ts';
import { inMs } from '../in-ms.ts';
import { until } from '../until.ts';
import { personOf } from '../use-server.ts';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fanfare-cell-'));
  server = await startTestServer({
    env: { CELL: 'eu1', CELL_PEERS: 'us1=http://127.0.0.1:1', CELL_SECRET: 's'.repeat(32), MEDIA_DIR: folder },
  });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

type Announced = {
  readonly media: {
    readonly id: string;
    readonly url: string;
    readonly uploadUrl: string;
    readonly uploadHeaders: Record<string, string>;
  };
};

const LABELLED = /^eu1\.[\w-]{43}$/;
const valuesOf = (cookies: string) => cookies.split('; ').map((pair) => pair.split('=')[1]);

test('apps cannot be connected, because a router could not tell the cell of their token requests', async () => {
  const get = (path: string, method = 'GET') => fetch(`${server.baseUrl}${path}`, { method });
  const refused = [
    await get('/.well-known/oauth-authorization-server'),
    ...(await Promise.all(['token', 'revoke', 'register'].map((name) => get(`/oauth/${name}`, 'POST')))),
  ];
  for (const answer of refused)
    expect([answer.status, await answer.json()]).toEqual([
      404,
      {
        error: 'invalid_request',
        error_description: expect.stringMatching(
          /^This service has several cells, to which no app can be connected\. Use an API key of the project: https:\S+\/oauth#with-cells$/,
        ),
      },
    ]);
  const page = await get('/oauth/authorize?client_id=https://app.example/client.json');
  expect([page.status, await page.text()]).toEqual([
    404,
    expect.stringContaining('Give it an API key of your project'),
  ]);
  expect(await (await get('/.well-known/oauth-protected-resource')).json()).not.toHaveProperty('authorization_servers');
});

test('a key made in the dashboard has the label, and one from before it still works', async () => {
  const { prj, ...workspace } = await makeWorkspace(server);
  const browser = await signIn(server);
  await workspace.join(browser, 'owner');
  const made = await browser.call('POST', `/app/api/projects/${prj}/keys`, { name: 'Website' });
  const { secret } = made.body as { secret: string };
  expect(secret).toMatch(/^fanfare_sk_eu1_[0-9A-Za-z]{49}$/);
  const old = await server.createProject();
  expect(old.apiKey).toMatch(/^fanfare_sk_[0-9A-Za-z]{49}$/);
  for (const project of [openProject(server.baseUrl, secret), old])
    expect((await project.call('GET', '/api/v1/usage')).status).toBe(200);
});

test('link, state and cookies of a connect flow have the label, and a link works under another one', async () => {
  const project = await server.createProject();
  await server.sandbox.addProfile('x', { username: 'labelled', name: 'Labelled' });
  const link = await linkFor(project, { platform: 'x', redirectUrl: REDIRECT_URL });
  expect(link.split('/connect/')[1]).toMatch(LABELLED);
  const pressed = await press(link);
  expect(pressed.consent.searchParams.get('state')).toMatch(LABELLED);
  expect(valuesOf(pressed.cookie)).toEqual([expect.stringMatching(LABELLED)]);
  expect((await open(link.replace('eu1.', 'us1.'))).status).toBe(200);
});

test('a browser that comes from another cell gets a cookie of this one', async () => {
  const of = (cookie: string) => open(`${server.baseUrl}/sign-in`, 'GET', cookie);
  const secret = 'a'.repeat(43);
  expect((await of(`fanfare-browser=eu1.${secret}`)).cookie).toBe(`fanfare-browser=eu1.${secret}`);
  for (const cookie of [`fanfare-browser=us1.${secret}`, `fanfare-browser=${secret}`]) {
    const seen = await of(cookie);
    expect(valuesOf(seen.cookie)).toEqual([expect.stringMatching(LABELLED)]);
    expect(seen.cookie).not.toContain(secret);
  }
});

test('the page of the router offers every cell, and keeps where the sign-in leads', async () => {
  const { status, headers, html } = await open(`${server.baseUrl}/cells?next=%2Fposts`);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(/<form.*<\/form>/.exec(html)?.[0]).toBe(
    '<form method="get" action="/sign-in"><input type="hidden" name="next" value="/posts"><button type="submit" name="cell" value="eu1">eu1</button><button type="submit" name="cell" value="us1">us1</button></form>',
  );
  expect((await open(`${server.baseUrl}/cells?next=//evil.example`)).html).not.toContain('evil');
});

test('cursors have the label, and mean the same without it', async () => {
  const { project, account } = await server.createProject().then(async (project) => {
    await server.sandbox.addProfile('x', { username: 'paged', name: 'Paged' });
    return { project, account: await project.connect('x', 'paged') };
  });
  for (const content of ['one', 'two'])
    await project.publish({
      content,
      publishAt: inMs(3_600_000),
      platforms: [{ platform: 'x', accountId: account.id }],
    });
  const read = async (route: string, name: string) => {
    const nextCursor = await until(
      async () => (await project.call<{ nextCursor: string | null }>('GET', `${route}?limit=1`)).body.nextCursor,
    );
    expect(nextCursor).toMatch(/^eu1\.\w+$/);
    const [labelled, plain] = await Promise.all(
      [nextCursor, withoutCell(nextCursor)].map((cursor) => project.call('GET', `${route}?limit=1&${name}=${cursor}`)),
    );
    expect([labelled!.status, labelled!.body]).toEqual([200, plain!.body]);
  };
  await read('/api/v1/posts', 'cursor');
  await read('/api/v1/events', 'after');
});

test('addresses of a hosted file have the label, and serve it; a network gets this label for one of another cell', async () => {
  const { project, account, calls } = await personOf(server, 'instagram');
  const content = await readFile(new URL('../../../../packages/sandbox/samples/harbour.jpg', import.meta.url));
  const file = { filename: 'harbour.jpg', contentType: 'image/jpeg', bytes: content.length };
  const announced = await project.call<Announced>('POST', '/api/v1/media', file);
  const { uploadUrl, uploadHeaders, id } = announced.body.media;
  expect(uploadUrl.split('/uploads/')[1]).toMatch(LABELLED);
  expect((await fetch(uploadUrl, { method: 'PUT', headers: uploadHeaders, body: content })).status).toBe(204);
  await project.call('POST', `/api/v1/media/${id}/complete`);
  const { url } = (await project.call<Announced>('GET', `/api/v1/media/${id}`)).body.media;
  expect(url).toMatch(/\/m\/eu1\.[0-9a-f]{32}\/harbour\.jpg$/);
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(content)).toBe(true);

  const moved = url.replace('eu1.', 'us1.');
  const platforms = [{ platform: 'instagram', accountId: account.id }];
  const { body } = await project.publish({ content: 'Moved', mediaItems: [{ type: 'image', url: moved }], platforms });
  expect([body.post.targets[0]!.status, body.post.media[0]!.url]).toEqual(['published', moved]);
  const sent = decodeURIComponent(JSON.stringify(await calls()));
  expect([sent.includes(url), sent.includes(moved)]).toEqual([true, false]);
});

test('what a command makes has the label of the database', async () => {
  expect((await labelledIds(server.db)).cell).toBe('eu1');
});

test.each([
  ['us1', 'CELL: this database belongs to the cell eu1, not us1.'],
  [null, 'CELL: this database belongs to the cell eu1.'],
])('a server with CELL=%s is refused', async (cell, message) => {
  await expect(checkCell({ db: server.db }, cell)).rejects.toThrow(
    `${message} Set CELL=eu1, or DATABASE_URL to the database of the other cell.`,
  );
});

test('the form of a link is pressed on the page of the label that was opened', async () => {
  const link = await linkFor(await server.createProject(), { platform: 'x', redirectUrl: REDIRECT_URL });
  const { form, cookie } = await openForm(link);
  expect(valuesOf(cookie)).toEqual([expect.stringMatching(LABELLED)]);
  expect(form.form_token).toMatch(/^[\w-]{43}$/);
});
