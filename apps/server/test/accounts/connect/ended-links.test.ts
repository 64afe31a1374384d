import { expect, test } from 'vitest';
import { decide, linkFor, open, openForm, press } from '../../connect-steps.ts';
import type { Project } from '../../harness.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();
const redirectUrl = 'https://app.example.com:8443/done?tab=2';
const BACK = `<a class="button" href="${redirectUrl}" rel="noreferrer">Back to app.example.com:8443</a>`;

const cancel = async (link: string, headers: Record<string, string>, cookie?: string) => {
  const page = await openForm(link);
  return open(link, 'POST', cookie ?? page.cookie, { headers, form: { ...page.form, answer: 'cancel' } });
};

/** Heading, whether the page leads back, and whether it names the account. */
const readPage = (seen: { status: number; html: string }) => ({
  status: seen.status,
  heading: /<h1>(.*?)<\/h1>/.exec(seen.html)?.[1],
  leadsBack: seen.html.includes(BACK),
  namesAccount: seen.html.includes('<strong>ada</strong>'),
});

test('only the page itself can cancel: a forged origin or another browser does not, and the link stays good', async () => {
  const project = await server.createProject();
  const link = await linkFor(project, { platform: 'threads', redirectUrl });
  for (const [headers, cookie] of [
    [{ origin: 'https://evil.example' }, undefined],
    [{ 'sec-fetch-site': 'cross-site' }, undefined],
    [{ 'sec-fetch-site': 'same-origin' }, (await openForm(link)).cookie],
  ] as const) {
    expect(readPage(await cancel(link, headers, cookie))).toEqual({
      status: 403,
      heading: 'Nothing was connected',
      leadsBack: true,
      namesAccount: false,
    });
  }
  const { consent, cookie } = await press(link);
  const cancelled = await cancel(link, { 'sec-fetch-site': 'same-origin' });
  expect([cancelled.status, cancelled.location?.href]).toEqual([
    303,
    `${redirectUrl}&status=error&reason=access_denied`,
  ]);
  // The network’s answer to the press before comes too late.
  expect(readPage(await open(await decide(consent), 'GET', cookie))).toEqual(notConnected);
  await server.db.query({ text: 'update connect_attempts set expires_at = now()' });
  expect(readPage(await cancel(link, { 'sec-fetch-site': 'same-origin' }))).toEqual(notConnected);
});

const notConnected = { status: 400, heading: 'The account was not connected', leadsBack: true, namesAccount: false };

test('a used link says what it connected in the browser that used it, as long as that is connected, and nothing elsewhere', async () => {
  const project = await server.createProject();
  const link = await linkFor(project, { platform: 'threads', redirectUrl });
  const { consent, cookie } = await press(link);
  const callback = await decide(consent);
  await open(callback, 'GET', cookie);
  const already = { status: 400, heading: 'Threads is already connected', leadsBack: true, namesAccount: true };
  for (const seen of [await open(link, 'GET', cookie), await open(callback, 'GET', cookie)]) {
    expect(readPage(seen)).toEqual(already);
  }
  expect(readPage(await open(link))).toEqual(notConnected);
  expect(readPage(await open(callback))).toEqual({ ...notConnected, leadsBack: false });
  await disconnectAll(project);
  expect(readPage(await open(link, 'GET', cookie))).toEqual(notConnected);
});

async function disconnectAll(project: Project): Promise<void> {
  const { body } = await project.call<{ accounts: { id: string }[] }>('GET', '/api/v1/accounts');
  for (const { id } of body.accounts) await project.call('DELETE', `/api/v1/accounts/${id}`);
}

test('a hostile project name stays short and cannot turn the text around it', async () => {
  const project = await server.createProject();
  const name = `\u202e<b>${'é'.repeat(10_000)}`;
  await server.db.query({ text: 'update projects set name = $1', values: [name] });
  const page = await open(await linkFor(project, { platform: 'x' }));
  expect(page.html).toContain(`<dt>Asked by</dt><dd>&#60;b&#62;${'é'.repeat(76)}…</dd>`);
  expect(page.html).not.toContain('\u202e');
});
