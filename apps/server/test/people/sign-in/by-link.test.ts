import { expect, test } from 'vitest';
import { SAFARI, textOf } from './browser.ts';
import { newAddress, useSignIn } from './use-sign-in.ts';

const { server, mails, browser, ask, linkTo, signIn, count } = await useSignIn();

test('a mailed link signs in once, in the browser that asked, and only when its button is pressed', async () => {
  const [ada, email] = [browser(), newAddress()];
  const asked = await ask(ada, ` ${email.toUpperCase()} `, '/posts?status=failed');
  expect([asked.status, asked.location]).toEqual([303, '/sign-in/check']);
  const [mail] = await mails.mailsTo(email);
  expect({ to: mail!.envelope, from: mail!.from, subject: mail!.subject }).toEqual({
    to: { from: 'no-reply@localhost.localdomain', to: [email] },
    from: { name: 'Fanfare', address: 'no-reply@localhost.localdomain' },
    subject: `Sign in to Fanfare at ${new URL(server.baseUrl).host}`,
  });
  for (const part of [mail!.text, mail!.html])
    for (const shown of [
      email,
      'Firefox on Linux',
      /at \d\d:\d\d UTC, or once it is used/,
      `${server.baseUrl}/sign-in/link/`,
    ])
      expect(part).toEqual(expect.stringMatching(shown));

  const link = await linkTo(email);
  // What scanners of mail do.
  for (let time = 0; time < 3; time++) {
    const scanned = await browser('scanner').get(link);
    expect([scanned.status, textOf(scanned)]).toEqual([200, expect.stringContaining('was started in another browser')]);
  }
  expect((await fetch(`${server.baseUrl}${link}`, { method: 'HEAD' })).status).toBe(200);
  const page = await ada.get(link);
  expect([page.status, textOf(page)]).toEqual([200, expect.stringContaining(`Sign in as ${email}?`)]);
  expect(await count('users', `email = '${email}'`)).toBe(0);

  const entered = await ada.submit(page, link);
  expect([entered.status, entered.location]).toEqual([303, '/posts?status=failed']);
  const cookie = entered.headers.getSetCookie().find((line) => line.startsWith('fanfare-session='))!;
  expect(cookie.replace(/=[\w-]{43};/, '=…;').replace(/Expires=[^;]+/, 'Expires=…')).toBe(
    'fanfare-session=…; Max-Age=2592000; Path=/; Expires=…; HttpOnly; SameSite=Lax',
  );
  const { rows } = await server.db.query({
    text: `select w.name, m.role, p.name as project, p.plan, s.user_agent like '%Firefox%' as is_firefox
           from users u join memberships m on m.user_id = u.id join workspaces w on w.id = m.workspace_id
             join projects p on p.workspace_id = w.id join sessions s on s.user_id = u.id where u.email = $1`,
    values: [email],
  });
  expect(rows).toEqual([{ name: email, role: 'owner', project: 'My project', plan: 'self_hosted', is_firefox: true }]);

  const again = await ada.submit(page, link);
  expect([again.status, textOf(again)]).toEqual([400, expect.stringContaining('This link does not work')]);
  // Signed in, the pages of the way in lead on.
  expect((await ada.get('/sign-in?next=/usage')).location).toBe('/usage');
  const token = link.split('/').at(-1)!;
  expect(server.log()).not.toContain(token);
  expect(server.log()).not.toContain(ada.cookie('fanfare-session')!);
  const secrets = `encode(token_sha256, 'hex') || coalesce(next, '') || user_agent`;
  expect(await count('sign_ins', `${secrets} like '%${token}%'`)).toBe(0);
  expect(await count('mails', `recipient = '${email}' and sealed is null and sent_at is not null`)).toBe(1);
});

test('used, expired, invented and incomplete links get the same answer', async () => {
  const [ada, email] = [browser(), newAddress()];
  await signIn(ada, email);
  const used = await linkTo(email);
  const late = newAddress();
  await ask(browser(), late);
  const expired = await linkTo(late);
  await server.db.query({
    text: `update sign_ins set expires_at = now() - interval '1 second' where email = $1`,
    values: [late],
  });
  const pages = await Promise.all(
    [used, expired, `/sign-in/link/${'a'.repeat(43)}`, '/sign-in/link/x', '/setup/x', '/invitations/x'].map((path) =>
      browser().get(path),
    ),
  );
  expect(new Set(pages.map(({ status, html }) => `${status} ${html}`)).size).toBe(1);
  expect(pages[0]!.status).toBe(400);
});

test('a form of another site, of another browser or without its token does nothing', async () => {
  const [ada, eve, email] = [browser(), browser(), newAddress()];
  await ask(ada, email);
  const link = await linkTo(email);
  const page = await ada.get(link);
  const evil = await eve.get('/sign-in');
  const before = await count('sign_ins');
  const forged = [
    await ada.submit(page, link, {}, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }),
    await ada.submit(page, link, {}, { 'sec-fetch-site': 'same-site' }),
    await ada.post(link, {}),
    await ada.post(link, { form_token: /name="form_token" value="([^"]+)"/.exec(evil.html)![1]! }),
    await ada.post('/sign-in', { email: newAddress() }),
    await ada.post('/sign-in/resend', {}),
    await ada.post('/sign-in/check', { code: '12345678' }),
  ];
  // Over plain http from another host there is no Sec-Fetch-Site, only the origin.
  const withoutSite = await fetch(new URL('/sign-in', server.baseUrl), {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
    body: new URLSearchParams({ email: newAddress() }),
  });
  expect([...forged.map(({ status }) => status), withoutSite.status]).toEqual(Array(8).fill(403));
  expect(await count('sign_ins')).toBe(before);
  expect(await count('sessions s join users u on u.id = s.user_id', `u.email = '${email}'`)).toBe(0);
  expect((await ada.submit(page, link)).status).toBe(303);
});

test('of many presses at once exactly one signs in', async () => {
  const [ada, email] = [browser(), newAddress()];
  await ask(ada, email);
  const link = await linkTo(email);
  const page = await ada.get(link);
  const answers = await Promise.all(Array.from({ length: 8 }, () => ada.submit(page, link)));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(7).fill(400)]);
  expect(await count('sessions s join users u on u.id = s.user_id', `u.email = '${email}'`)).toBe(1);
});

test('two first sign-ins of one address at once make one user, one workspace and two sessions', async () => {
  const [laptop, phone, email] = [browser(), browser(SAFARI), newAddress()];
  await ask(laptop, email);
  const first = await linkTo(email);
  await ask(phone, email);
  const second = await linkTo(email, 2);
  const pages = await Promise.all([laptop.get(first), phone.get(second)]);
  const answers = await Promise.all([laptop.submit(pages[0], first), phone.submit(pages[1], second)]);
  expect(answers.map(({ status, location }) => [status, location])).toEqual([
    [303, '/'],
    [303, '/'],
  ]);
  expect(await count('users', `email = '${email}'`)).toBe(1);
  expect(await count('workspaces', `name = '${email}'`)).toBe(1);
  expect(await count('sessions s join users u on u.id = s.user_id', `u.email = '${email}'`)).toBe(2);
});

const HOSTILE = [
  'ada@example.com\r\nBcc: eve@example.com',
  'ada@example.com\nSubject: hello',
  'ada@example.com, eve@example.com',
  'Eve <eve@example.com>',
  '"ada@example.com\r\n"@example.com',
  'ada@example.com\u0000',
  'ada@[127.0.0.1]',
  'ada@localhost',
  '@example.com',
  'ada',
  '',
  'a'.repeat(10_000),
  `${'a'.repeat(10_000)}@example.com`,
];

test('what is no address is refused in words, and no mail is written', async () => {
  const ada = browser();
  const page = await ada.get('/sign-in');
  const before = await count('mails');
  for (const email of HOSTILE) {
    const answer = await ada.submit(page, '/sign-in', { email });
    expect([email.slice(0, 60), answer.status, textOf(answer)]).toEqual([
      email.slice(0, 60),
      400,
      expect.stringContaining('This is not an e-mail address.'),
    ]);
    expect(answer.html.length).toBeLessThan(8_000);
  }
  // Too long for a form of ours at all.
  expect((await ada.submit(page, '/sign-in', { email: '🎺'.repeat(10_000) })).status).toBe(400);
  expect(await count('mails')).toBe(before);
});

test('10,000 characters in every other box are refused or cut', async () => {
  const [ada, email] = [browser('x'.repeat(2_000)), newAddress()];
  const long = 'y'.repeat(10_000);
  const page = await ada.get('/sign-in');
  const asked = await ada.submit(page, '/sign-in', { email, next: `/${long}` });
  expect(asked.status).toBe(303);
  const check = await ada.get('/sign-in/check');
  const wrong = await ada.submit(check, '/sign-in/check', { code: '1'.repeat(10_000) });
  expect([wrong.status, textOf(wrong)]).toEqual([400, expect.stringContaining('A code has eight digits.')]);
  expect(await count('sign_ins', `email = '${email}' and next is null and length(user_agent) = 300`)).toBe(1);
});

test.each([
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['/\t/evil.example', '/'],
  ['/x/..//evil.example', '/'],
  ['/%2e%2e//evil.example', '/'],
  ['posts', '/'],
  ['/posts/post_1?a=1&b=2#top', '/posts/post_1?a=1&b=2#top'],
])('after sign-in with next=%j a browser goes to %s', async (next, to) => {
  const [ada, email] = [browser(), newAddress()];
  expect((await signIn(ada, email, next)).location).toBe(to);
});

test('another mail is sent after a minute, and the first link still works', async () => {
  const [ada, email] = [browser(), newAddress()];
  await ask(ada, email);
  const first = await linkTo(email);
  const early = await ada.submit(await ada.get('/sign-in/check'), '/sign-in/resend');
  expect([early.status, textOf(early)]).toEqual([429, expect.stringMatching(/Possible in \d+ seconds/)]);
  await server.db.query({
    text: `update sign_ins set created_at = created_at - interval '61 seconds' where email = $1`,
    values: [email],
  });
  const later = await ada.submit(await ada.get('/sign-in/check'), '/sign-in/resend');
  expect([later.status, later.location]).toEqual([303, '/sign-in/check']);
  expect(await linkTo(email, 2)).not.toBe(first);
  expect((await ada.submit(await ada.get(first), first)).status).toBe(303);
});
