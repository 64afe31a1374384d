import { request } from 'node:http';
import { expect, test } from 'vitest';
import { useServer } from '../../use-server.ts';
import { openBrowser, textOf } from '../sign-in/browser.ts';
import { newAddress } from '../sign-in/use-sign-in.ts';

const server = useServer({ signUp: { kind: 'open' } });

/** Asks for the inbox with headers that `fetch` does not let a caller set. */
const inboxWith = (headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(server.baseUrl);
    request({ host: '127.0.0.1', port, path: '/dev/inbox', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    })
      .on('error', reject)
      .end();
  });

test('a server in development without a mail server shows its mails to its own machine, and they sign in', async () => {
  const [ada, email] = [openBrowser(server.baseUrl), newAddress()];
  expect(textOf(await ada.get('/dev/inbox'))).toContain('No mail yet.');
  await ada.submit(await ada.get('/sign-in'), '/sign-in', { email });
  expect((await ada.get('/sign-in/check')).html).toContain('<a href="/dev/inbox">open the inbox</a>');
  const inbox = await ada.get('/dev/inbox');
  expect(textOf(inbox)).toContain(`To ${email}`);
  const link = new URL(/<a href="([^"]+)">http/.exec(inbox.html)![1]!).pathname;
  expect((await ada.submit(await ada.get(link), link)).status).toBe(303);

  const { port } = new URL(server.baseUrl);
  expect(await inboxWith({ host: `localhost:${port}` })).toBe(200);
  expect(await inboxWith({ host: `rebound.example:${port}` })).toBe(404);
  expect(await inboxWith({ host: `127.0.0.1:${port}`, 'x-forwarded-for': '203.0.113.9' })).toBe(404);
});

test('a server with a mail server, and one in production, shows none', async () => {
  const smtp = { host: '127.0.0.1', port: 1, isImplicitTls: false, user: null, password: null };
  for (const other of [await server.startAnother({ smtp }), await server.startAnother({ development: false })])
    expect((await fetch(`${other.baseUrl}/dev/inbox`)).status).toBe(404);
});
