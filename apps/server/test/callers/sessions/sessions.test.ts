import type { Request } from 'express';
import { expect, test } from 'vitest';
import { readSession, type SignedIn } from '../../../src/callers/sessions/read-session.ts';
import { csrfTokenOf } from '../../../src/callers/sessions/session-cookie.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  purgeSessions,
  touchSession,
} from '../../../src/callers/sessions/sessions.table.ts';
import { createLogger } from '../../../src/process/log/log.ts';
import { type Browser, SAFARI, textOf } from '../../people/sign-in/browser.ts';
import { newAddress, useSignIn } from '../../people/sign-in/use-sign-in.ts';

const { server, browser, ask, linkTo, signIn } = await useSignIn();

/** The session of a browser, as the API reads it. */
const sessionOf = (one: Browser, baseUrl = server.baseUrl): Promise<SignedIn | null> => {
  const cookie = `other=1; fanfare-session=${one.cookie('fanfare-session')}`;
  const req = { get: (name: string) => (name === 'cookie' ? cookie : undefined) } as Request;
  return readSession({ db: server.db, log: createLogger('silent', () => undefined), baseUrl }, req);
};
const age = (id: string, column: string, by: string) =>
  server.db.query({ text: `update sessions set ${column} = ${column} - $2::interval where id = $1`, values: [id, by] });

test('a session says who is signed in, with a CSRF token of its secret, and outlives its server', async () => {
  const [ada, email] = [browser(), newAddress()];
  await signIn(ada, email);
  const session = (await sessionOf(ada))!;
  expect(session.user).toEqual({ id: session.session.userId, email, isProven: true });
  expect(session.csrfToken).toBe(csrfTokenOf(ada.cookie('fanfare-session')!));
  expect(session.csrfToken).not.toContain(ada.cookie('fanfare-session')!);
  const next = await server.startAnother({ smtp: null });
  const there = await ada.get(`${next.baseUrl}/sign-in`);
  await next.halt();
  expect([there.status, there.location]).toEqual([303, '/']);
  // The secret itself is stored nowhere.
  const { rows } = await server.db.query<{ n: number }>({
    text: `select count(*)::int as n from sessions s where s::text like $1`,
    values: [`%${ada.cookie('fanfare-session')!.slice(0, 20)}%`],
  });
  expect(rows[0]!.n).toBe(0);
});

test('an ended session is refused at once; ending all others leaves one', async () => {
  const email = newAddress();
  const [laptop, phone, tablet] = [browser(), browser(SAFARI), browser()];
  for (const device of [laptop, phone, tablet]) await signIn(device, email);
  const own = (await sessionOf(laptop))!;
  expect((await listSessions(server.db, own.user.id)).length).toBe(3);
  const other = (await sessionOf(phone))!.session;
  expect(await endSession(server.db, { userId: own.session.id, id: other.id })).toBe(false);
  expect(await endSession(server.db, { userId: own.user.id, id: other.id })).toBe(true);
  expect(await sessionOf(phone)).toBe(null);
  expect(await endOtherSessions(server.db, { userId: own.user.id, exceptId: own.session.id })).toBe(1);
  expect([await sessionOf(tablet), (await sessionOf(laptop))?.session.id]).toEqual([null, own.session.id]);
});

test('a session ends 30 days after the sign-in and after 14 days without use; its use is recorded once a minute', async () => {
  const ada = browser();
  await signIn(ada, newAddress());
  const { session } = (await sessionOf(ada))!;
  // The time of creation is rounded to milliseconds.
  expect(Math.round((session.expiresAt.getTime() - session.createdAt.getTime()) / 1_000)).toBe(30 * 86_400);
  const lastSeen = async () => (await listSessions(server.db, session.userId))[0]?.lastSeenAt.getTime() ?? null;
  const before = await lastSeen();
  await age(session.id, 'last_seen_at', '50 seconds');
  await touchSession(server.db, session.id);
  expect(await lastSeen()).toBe(before! - 50_000);
  await age(session.id, 'last_seen_at', '11 seconds');
  await sessionOf(ada);
  await expect.poll(async () => (await lastSeen())! >= before!).toBe(true);
  await age(session.id, 'last_seen_at', '14 days');
  expect(await sessionOf(ada)).toBe(null);
  expect(await purgeSessions(server.db)).toBe(1);

  const ben = browser();
  await signIn(ben, newAddress());
  await age((await sessionOf(ben))!.session.id, 'expires_at', '30 days');
  expect(await sessionOf(ben)).toBe(null);
});

test('a sign-in gives the browser a new secret and ends its session of before', async () => {
  const [ada, email] = [browser(), newAddress()];
  await ask(ada, email);
  const link = await linkTo(email);
  const page = await ada.get(link);
  await ada.submit(page, link);
  const before = ada.cookie('fanfare-session')!;
  await server.db.query({ text: 'update sign_ins set consumed_at = null where email = $1', values: [email] });
  await ada.submit(page, link);
  expect(ada.cookie('fanfare-session')).not.toBe(before);
  expect(await sessionOf({ ...ada, cookie: () => before })).toBe(null);
  expect((await sessionOf(ada))?.user.email).toBe(email);
});

test('signing out needs a press on our page, and ends the session', async () => {
  const ada = browser();
  await signIn(ada, newAddress());
  const secret = ada.cookie('fanfare-session')!;
  const page = await ada.get('/sign-out');
  expect(textOf(page)).toContain('Sign out?');
  expect((await ada.post('/sign-out', {})).status).toBe(403);
  expect((await ada.submit(page, '/sign-out', {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect(await sessionOf(ada)).not.toBe(null);
  const out = await ada.submit(page, '/sign-out');
  expect([out.status, out.location, ada.cookie('fanfare-session')]).toEqual([303, '/sign-in', undefined]);
  expect(await sessionOf({ ...ada, cookie: () => secret })).toBe(null);
  expect((await ada.get('/sign-out')).location).toBe('/sign-in');
});
