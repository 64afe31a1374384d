import { expect, test } from 'vitest';
import { purgeMails } from '../../../src/people/mail/mails.table.ts';
import { pauseSeconds } from '../../../src/people/mail/send-due-mails.ts';
import { freePort } from '../../../src/process/free-port.ts';
import { useServer } from '../../use-server.ts';
import { openBrowser, textOf } from '../sign-in/browser.ts';
import { newAddress } from '../sign-in/use-sign-in.ts';
import { startMailServer } from './mail-server.ts';

const port = await freePort(0);
const server = useServer({
  env: {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SIGN_UP: 'open',
    MAIL_FROM: '"Añfare, x <eve@example.com>" <fanfare@example.com>',
  },
});
const ask = async (email: string) => {
  const ada = openBrowser(server.baseUrl);
  await ada.submit(await ada.get('/sign-in'), '/sign-in', { email });
  return ada;
};
const mailOf = async (email: string) => {
  const { rows } = await server.db.query<Record<string, unknown>>({
    text: `select attempts, error, sent_at is not null as is_sent, sealed is not null as has_content,
             round(extract(epoch from next_attempt_at - now()))::int as next_in from mails where recipient = $1`,
    values: [email],
  });
  return rows[0]!;
};
const dueNow = async (email: string) => {
  await server.db.query({ text: 'update mails set next_attempt_at = now() where recipient = $1', values: [email] });
  await server.run('send-mails');
};

test('while the mail server is away the page says so; once it is back the mail arrives, once', async () => {
  const email = newAddress();
  const ada = await ask(email);
  await expect.poll(async () => (await mailOf(email)).error).toBe('ESOCKET CONN');
  const page = await ada.get('/sign-in/check');
  expect(textOf(page)).toContain('The mail could not be sent yet. We keep trying');
  expect(page.headers.get('refresh')).toBe('5');
  await dueNow(email);
  await expect.poll(async () => (await mailOf(email)).attempts).toBe(2);
  expect(await mailOf(email)).toMatchObject({
    is_sent: false,
    has_content: true,
    next_in: expect.toSatisfy((s) => s > 10 && s <= 15),
  });

  const mails = await startMailServer({ port });
  await dueNow(email);
  const [mail] = await mails.mailsTo(email);
  await expect
    .poll(() => mailOf(email))
    .toEqual({ attempts: 3, error: null, is_sent: true, has_content: false, next_in: null });
  const after = await ada.get('/sign-in/check');
  expect(textOf(after)).not.toContain('could not be sent');
  expect(after.headers.get('refresh')).toBe(null);
  const link = new URL(mail!.link!).pathname;
  expect((await ada.submit(await ada.get(link), link)).status).toBe(303);
  expect(mails.received.filter(({ envelope }) => envelope.to.includes(email)).length).toBe(1);
  await mails.stop();
});

test('a refused recipient is given up at once and told; a server that is busy is tried again', async () => {
  const mails = await startMailServer({ port });
  const [refused, busy] = [newAddress(), newAddress()];
  mails.refuse({ code: 550, message: `${refused} is no mailbox here` });
  const ada = await ask(refused);
  await expect
    .poll(() => mailOf(refused))
    .toEqual({ attempts: 1, error: 'EENVELOPE 550 RCPT TO', is_sent: false, has_content: false, next_in: null });
  expect(textOf(await ada.get('/sign-in/check'))).toContain('The mail could not be sent to this address.');
  mails.refuse({ code: 451, message: 'greylisted' });
  await ask(busy);
  await expect.poll(async () => (await mailOf(busy)).error).toBe('EENVELOPE 451 RCPT TO');
  mails.refuse(null);
  await dueNow(busy);
  expect((await mails.mailsTo(busy)).length).toBe(1);
  expect(server.log()).not.toContain(refused);
  await mails.stop();
});

test('a name with a comma and another address stays a name; a mail that is useless is not sent and loses its content', async () => {
  const late = newAddress();
  await ask(late);
  await expect.poll(async () => (await mailOf(late)).attempts).toBe(1);
  await server.db.query({ text: 'update mails set expires_at = now() where recipient = $1', values: [late] });
  await dueNow(late);
  const mails = await startMailServer({ port });
  const email = newAddress();
  await ask(email);
  const [mail] = await mails.mailsTo(email);
  expect([mail!.from, mail!.envelope.from]).toEqual([
    { name: 'Añfare, x <eve@example.com>', address: 'fanfare@example.com' },
    'fanfare@example.com',
  ]);
  await purgeMails(server.db);
  expect(await mailOf(late)).toMatchObject({ is_sent: false, has_content: false, next_in: null });
  expect(mails.received.map(({ envelope }) => envelope.to)).toEqual([[email]]);
  await mails.stop();
});

test('pauses grow from five seconds to six hours', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 20].map(pauseSeconds)).toEqual([
    5, 15, 45, 135, 405, 1_215, 3_645, 10_935, 21_600, 21_600,
  ]);
});
