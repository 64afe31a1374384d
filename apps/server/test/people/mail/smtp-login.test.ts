import tls from 'node:tls';
import { Secret } from '@fanfare/network';
import { selfSigned } from '@fanfare/network/testing/self-signed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSmtp } from '../../../src/people/mail/smtp.ts';
import { readSmtpFailure } from '../../../src/people/mail/smtp-failure.ts';
import { useServer } from '../../use-server.ts';
import { openBrowser, textOf } from '../sign-in/browser.ts';
import { newAddress } from '../sign-in/use-sign-in.ts';
import { startMailServer } from './mail-server.ts';

const LOGIN = { user: 'fanfare@example.com', password: 'p@ss:word/1' };
const own = selfSigned('localhost');
const trusted = tls.getCACertificates('default');
// As NODE_EXTRA_CA_CERTS does for a mail server with a private certificate authority.
beforeAll(() => tls.setDefaultCACertificates([...trusted, own.cert]));
afterAll(() => tls.setDefaultCACertificates(trusted));

const login = { ...LOGIN };
const mails = await startMailServer({ tls: own, login });
afterAll(() => mails.stop());
const inUrl = `${encodeURIComponent(LOGIN.user)}:${encodeURIComponent(LOGIN.password)}`;
const server = useServer({
  env: { SMTP_URL: `smtp://${inUrl}@localhost:${mails.port}`, SIGN_UP: 'open' },
});

const ask = async (email: string) => {
  const ada = openBrowser(server.baseUrl);
  await ada.submit(await ada.get('/sign-in'), '/sign-in', { email });
  return ada;
};

test('a mail server that wants STARTTLS and a login gets both, the password over the encrypted connection only', async () => {
  const email = newAddress();
  const ada = await ask(email);
  const [mail] = await mails.mailsTo(email);
  const link = new URL(mail!.link!).pathname;
  expect((await ada.submit(await ada.get(link), link)).status).toBe(303);
  expect(mails.logins).toEqual([{ ...LOGIN, isEncrypted: true }]);
});

test('when the mail server takes the password no more, the person is told and the mail waits; what the server repeats is nowhere', async () => {
  login.password = 'changed';
  const email = newAddress();
  const ada = await ask(email);
  await expect
    .poll(async () => {
      const { rows } = await server.db.query({
        text: 'select error, next_attempt_at is not null as waits from mails where recipient = $1',
        values: [email],
      });
      return rows[0];
    })
    .toEqual({ error: 'EAUTH 535 AUTH PLAIN', waits: true });
  expect(textOf(await ada.get('/sign-in/check'))).toContain('The mail could not be sent yet. We keep trying');
  expect(server.log()).not.toContain(LOGIN.password);
});

const MAIL = { id: 'one', recipient: 'ada@example.com', content: { subject: 'Hello', text: 'Hello', html: '' } };
const FROM = { name: 'Fanfare', address: 'fanfare@example.com' };

test.each([
  ['without STARTTLS, at another host', {}, '0.0.0.0', /^ETLS/],
  ['with a certificate that nobody trusts', { tls: selfSigned('localhost') }, 'localhost', /^ESOCKET/],
])('the password is not given to a mail server %s', async (_, options, host, reason) => {
  const open = await startMailServer(options);
  const settings = { host, port: open.port, isImplicitTls: false, user: 'fanfare', password: new Secret('p') };
  const failure = await createSmtp(settings, FROM)(MAIL).then(() => 'sent', readSmtpFailure);
  expect(failure).toEqual({ reason: expect.stringMatching(reason), isFinal: false });
  expect([open.logins, open.received]).toEqual([[], []]);
  await open.stop();
});
