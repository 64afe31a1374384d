import { beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../src/process/free-port.ts';
import { linkFor, open, openForm, REDIRECT_URL } from '../../connect-steps.ts';
import { type Project, startTestServer } from '../../harness.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();
let project: Project;

beforeAll(async () => {
  project = await server.createProject();
});

const newLink = () => linkFor(project, { platform: 'threads', redirectUrl: REDIRECT_URL });

type Press = Awaited<ReturnType<typeof openForm>> & { readonly headers: Record<string, string> };

const press = (link: string, { headers, cookie, form }: Press) => open(link, 'POST', cookie, { headers, form });

const sameOrigin = { 'sec-fetch-site': 'same-origin' };

describe('the form’s cookie', () => {
  test('over http only this service can read it, and it ends with the link', async () => {
    const { headers } = await open(await newLink());
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^fanfare-form-[\da-f]{16}=[\w-]{43}; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });

  test('over https no other host and no plain connection can set or see it', async () => {
    const port = await freePort(0);
    const secure = await startTestServer({ env: { BASE_URL: 'https://fanfare.example', PORT: String(port) } });
    const { apiKey } = await secure.createProject();
    const started = await fetch(`http://127.0.0.1:${port}/api/v1/accounts/connect`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ platform: 'threads' }),
    });
    const { authUrl } = (await started.json()) as { authUrl: string };
    const link = authUrl.replace('https://fanfare.example', `http://127.0.0.1:${port}`);
    const page = await openForm(link);
    expect((await open(link)).headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-fanfare-form-[\da-f]{16}=[\w-]{43}; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    const plain = { ...page, cookie: page.cookie.replace('__Host-', '') };
    expect((await press(link, { ...plain, headers: sameOrigin })).status).toBe(403);
    expect((await press(link, { ...page, headers: { origin: `http://127.0.0.1:${port}` } })).status).toBe(403);
    expect((await press(link, { ...page, headers: { origin: 'https://fanfare.example' } })).status).toBe(303);
    await secure.stop();
  });

  test('opening a link again keeps it, so that the earlier page still works', async () => {
    const link = await newLink();
    const first = await openForm(link);
    const again = await openForm(link, first.cookie);
    expect(again.form).toEqual(first.form);
    expect((await press(link, { ...first, headers: sameOrigin })).status).toBe(303);
  });
});

describe('a press that did not come from the link’s page binds no browser and does not redirect', () => {
  const refused = async (link: string, sent: Press) => {
    const seen = await press(link, sent);
    expect([seen.status, seen.location, seen.headers.getSetCookie()]).toEqual([403, null, []]);
    expect(seen.html).toContain('<h1>Nothing was connected</h1>');
    expect(seen.html).toContain(`<a href="${new URL(link).pathname}">Open the page</a>`);
  };

  test.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbouring host or port', { 'sec-fetch-site': 'same-site' }],
    ['nowhere', { 'sec-fetch-site': 'none' }],
    ['another site, whatever its origin says', { 'sec-fetch-site': 'cross-site', origin: 'own' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a withheld origin', { origin: 'null' }],
    ['an origin header with more than one origin', { origin: 'own, https://evil.example' }],
    ['a client that sends no origin', {}],
  ])('from %s', async (_name, { origin, ...headers }) => {
    const link = await newLink();
    const own = new URL(link).origin;
    await refused(link, {
      ...(await openForm(link)),
      headers: { ...headers, ...(origin && { origin: origin.replace('own', own) }) },
    });
  });

  test('without the cookie, or with that of another browser or link', async () => {
    const link = await newLink();
    const page = await openForm(link);
    const [, value = ''] = page.cookie.split('=');
    const headers = sameOrigin;
    await refused(link, { ...page, cookie: '', headers });
    await refused(link, { ...page, cookie: (await openForm(link)).cookie, headers });
    await refused(link, { ...page, cookie: (await openForm(await newLink())).cookie, headers });
    await refused(link, { ...page, cookie: page.cookie.replace(value, `${value}x`), headers });
    await refused(link, { ...page, cookie: `fanfare-connect=${value}`, headers });
  });

  test('without the form’s token, or with another one', async () => {
    const link = await newLink();
    const page = await openForm(link);
    const [, value = ''] = page.cookie.split('=');
    const other = (await openForm(await newLink())).form.form_token!;
    for (const token of ['', other, value, `${page.form.form_token}x`])
      await refused(link, { ...page, form: { form_token: token }, headers: sameOrigin });
    await refused(link, { ...page, form: {}, headers: sameOrigin });
    const json = await fetch(link, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...sameOrigin, cookie: page.cookie, 'content-type': 'application/json' },
      body: JSON.stringify(page.form),
    });
    expect(json.status).toBe(403);
    expect((await press(link, { ...page, headers: sameOrigin })).status).toBe(303);
  });
});
