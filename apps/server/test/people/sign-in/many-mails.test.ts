import { expect, test } from 'vitest';
import { shareMail } from '../../../src/people/sign-in/start-sign-in.ts';
import { ids } from '../../../src/process/ids.ts';
import { type Browser, SAFARI, textOf } from './browser.ts';
import { newAddress, useSignIn } from './use-sign-in.ts';

const DOMAINS = { kind: 'domains', domains: ['example.org'] } as const;
const { server, mails, browser, ask, linkTo, signIn, count } = await useSignIn({ trustProxy: 1, signUp: DOMAINS });

let clients = 0;
/** A browser at a client that no other one shares. */
const elsewhere = (): Browser => browser(undefined, { 'x-forwarded-for': `198.51.100.${++clients}` });
const from = (client: string): Browser => browser(undefined, { 'x-forwarded-for': client });

test('one client has five mails sent to an address in ten minutes, known or not; the sixth request keeps to the newest', async () => {
  for (const email of [newAddress('example.org'), newAddress('elsewhere.example')]) {
    await server.db.query({ text: 'delete from rate_limits' });
    const asked = [];
    for (let i = 0; i < 6; i++) asked.push(await ask(from('203.0.113.1'), email));
    expect(asked.map(({ status, location }) => [status, location])).toEqual(Array(6).fill([303, '/sign-in/check']));
    expect(await count('mails', `recipient = '${email}'`)).toBe(5);
  }
});

test('without a mail that still works the sixth request is refused with when to try again', async () => {
  const email = newAddress('example.org');
  for (let i = 0; i < 5; i++) await ask(from('203.0.113.2'), email);
  await server.db.query({ text: 'update sign_ins set expires_at = now() where email = $1', values: [email] });
  const refused = await ask(from('203.0.113.2'), email);
  expect([refused.status, textOf(refused)]).toEqual([429, expect.stringContaining('Try again in 2 minutes.')]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(100);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(120);
});

/** Many clients ask for an address, so that no other mail is sent to it. */
async function flood(email: string): Promise<Browser[]> {
  const askers = Array.from({ length: 21 }, elsewhere);
  for (const one of askers) expect((await ask(one, email)).status).toBe(303);
  expect(await count('mails', `recipient = '${email}'`)).toBe(20);
  return askers;
}

test('whoever asks for a known address does not lock its owner out: the newest mail signs the owner’s browser in', async () => {
  const email = newAddress('example.org');
  await signIn(elsewhere(), email);
  await server.db.query({ text: 'delete from rate_limits' });
  for (let i = 0; i < 8; i++) await ask(from('203.0.113.3'), email);
  const own = elsewhere();
  // Another client has its own mails.
  const before = (await mails.mailsTo(email, 6)).length;
  expect((await ask(own, email)).location).toBe('/sign-in/check');
  await mails.mailsTo(email, before + 1);

  const flooded = newAddress('example.org');
  const askers = await flood(flooded);
  const owner = elsewhere();
  expect((await ask(owner, flooded)).location).toBe('/sign-in/check');
  expect(textOf(await owner.get('/sign-in/check'))).toContain(
    'Several mails were sent to this address in the last minutes, so no other one was. Use the newest',
  );
  const link = await linkTo(flooded, 20);
  const page = await owner.get(link);
  expect(textOf(page)).toContain(`Sign in as ${flooded}?`);
  expect((await owner.submit(page, link)).location).toBe('/');
  // The mail is used up for everybody who asked.
  for (const one of [askers[19]!, askers[20]!]) {
    expect((await one.get(link)).status).toBe(400);
    expect((await one.get('/sign-in')).status).toBe(200);
  }
  expect(await count('sessions s join users u on u.id = s.user_id', `u.email = '${flooded}'`)).toBe(1);
});

test('the code of a shared mail signs in the browser that types it; others have their own tries, later ones none', async () => {
  const email = newAddress('example.org');
  const askers = await flood(email);
  const [owner, phone] = [elsewhere(), browser(SAFARI)];
  await ask(owner, email);
  const link = await linkTo(email, 20);
  const page = await phone.get(link);
  expect(textOf(page)).toContain('Asked from Firefox on Linux, and 2 other browsers');
  const code = /(\d{4} \d{4})/.exec(textOf(await phone.submit(page, link)))![1]!;
  const late = elsewhere();
  await ask(late, email);
  const type = async (one: Browser, text: string) =>
    one.submit(await one.get('/sign-in/check'), '/sign-in/check', { code: text });
  const wrong = String((Number(code.replace(' ', '')) + 1) % 1e8).padStart(8, '0');
  for (let i = 0; i < 6; i++) await type(askers[20]!, wrong);
  expect(textOf(await type(late, code))).toContain('none was shown yet');
  expect((await type(askers[20]!, code)).status).toBe(400);
  expect((await type(owner, code)).location).toBe('/');
});

test('a hundred browsers share a mail; a later one takes the place of the earliest, and never of who had it sent', async () => {
  const [first, email] = [elsewhere(), newAddress('example.org')];
  await ask(first, email);
  const link = await linkTo(email);
  const asked = { email, userAgent: '', next: null };
  for (let i = 0; i < 102; i++)
    expect(await shareMail({ db: server.db, ids }, { ...asked, browser: `browser ${i}` })).toBe(true);
  expect(await count('sign_ins', `email = '${email}'`)).toBe(101);
  expect(textOf(await first.get(link))).toContain('Sign in as');
});
