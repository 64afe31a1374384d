import { expect, test } from 'vitest';
import { textOf } from './browser.ts';
import { newAddress, useSignIn } from './use-sign-in.ts';

const DOMAINS = { kind: 'domains', domains: ['example.org', 'example.net'] } as const;
const { server, mails, browser, ask, linkTo, signIn, count } = await useSignIn({ signUp: DOMAINS });

/** Returns what a browser sees, without what belongs to it alone. */
const seen = (page: { status: number; headers: Headers; location: string | null; html: string }, email: string) => ({
  status: page.status,
  location: page.location,
  headers: [...page.headers.keys()].filter((name) => name !== 'refresh').sort(),
  html: page.html
    .replaceAll(email, '{email}')
    .replace(/name="form_token" value="[^"]+"/g, '')
    .replace(/\d\d:\d\d UTC/, '')
    .replace(/in \d+ seconds/, ''),
});

test('a known, an unknown and an address that may not sign up get the same answers in the same steps', async () => {
  const known = newAddress('example.org');
  await signIn(browser(), known);
  const addresses = { known, unknown: newAddress('example.org'), refused: newAddress('elsewhere.example') };
  const answers = [];
  for (const email of Object.values(addresses)) {
    await server.db.query({ text: 'delete from rate_limits' });
    const ada = browser();
    const asked = await ask(ada, email);
    await mails.mailsTo(email, email === known ? 2 : 1);
    await server.db.query({ text: 'update mails set sent_at = now()' });
    answers.push([seen(asked, email), seen(await ada.get('/sign-in/check'), email)]);
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);

  const [mail] = await mails.mailsTo(addresses.refused);
  expect([mail!.subject, mail!.link, mail!.text]).toEqual([
    `Sign in to Fanfare at ${new URL(server.baseUrl).host}`,
    null,
    expect.stringContaining('Sign-up there is by invitation'),
  ]);
  expect(mail!.text).toContain('Asked from: Firefox on Linux');
  expect(await count('users', `email = '${addresses.refused}'`)).toBe(0);
});

test('only whole domains of the list sign up', async () => {
  for (const domain of ['example.org', 'EXAMPLE.net'])
    expect((await signIn(browser(), newAddress(domain).toLowerCase())).status).toBe(303);
  for (const domain of ['mail.example.org', 'example.org.evil.example', 'notexample.org']) {
    const email = newAddress(domain);
    await ask(browser(), email);
    expect((await mails.mailsTo(email))[0]!.link).toBe(null);
  }
});

test('a link of before a change of SIGN_UP lets nobody in whom the new setting refuses', async () => {
  const [ada, email] = [browser(), newAddress('example.org')];
  await ask(ada, email);
  const link = await linkTo(email);
  const strict = await server.startAnother({ signUp: { kind: 'invitation' }, smtp: null });
  const page = await ada.get(link);
  const there = await ada.post(`${strict.baseUrl}${link}`, {
    form_token: /name="form_token" value="([^"]+)"/.exec(page.html)![1]!,
  });
  expect([there.status, textOf(there)]).toEqual([403, expect.stringContaining('This address has no account')]);
  expect(await count('users', `email = '${email}'`)).toBe(0);
});

test('one client asks for sixty mails in ten minutes, whatever the addresses', async () => {
  const ada = browser();
  const page = await ada.get('/sign-in');
  const answers = await Promise.all(
    Array.from({ length: 62 }, () => ada.submit(page, '/sign-in', { email: newAddress('example.org') })),
  );
  const refused = answers.filter(({ status }) => status === 429).length;
  // One more may become free meanwhile.
  expect([1, 2]).toContain(refused);
});
