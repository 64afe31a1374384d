import { expect, test } from 'vitest';
import { type Browser, SAFARI, textOf } from './browser.ts';
import { newAddress, useSignIn } from './use-sign-in.ts';

const { server, browser, ask, linkTo, count } = await useSignIn();

const shownCode = async (device: Browser, link: string): Promise<string> => {
  const page = await device.submit(await device.get(link), link);
  expect(page.status).toBe(200);
  return /(\d{4} \d{4})/.exec(textOf(page))![1]!;
};
const type = async (ada: Browser, code: string) =>
  ada.submit(await ada.get('/sign-in/check'), '/sign-in/check', { code });
/** Another code of eight digits. */
const wrong = (code: string, by: number) => String((Number(code.replace(' ', '')) + by) % 1e8).padStart(8, '0');

test('another device shows who asked and, after a press, a code that signs the asking browser in, once', async () => {
  const [ada, phone, email] = [browser(), browser(SAFARI), newAddress()];
  await ask(ada, email, '/usage');
  const link = await linkTo(email);
  const early = await type(ada, '12345678');
  expect([early.status, textOf(early)]).toEqual([400, expect.stringContaining('none was shown yet')]);

  const seen = textOf(await phone.get(link));
  for (const shown of [email, 'Firefox on Linux', /Asked at \d\d:\d\d UTC/]) expect(seen).toMatch(shown);
  const code = await shownCode(phone, link);
  expect(await count('sign_ins', `email = '${email}' and octet_length(code_sha256) = 32`)).toBe(1);
  const entered = await type(ada, ` ${code.replace(' ', '-')} `);
  expect([entered.status, entered.location]).toEqual([303, '/usage']);
  expect(phone.cookie('fanfare-session')).toBeUndefined();
  expect(server.log()).not.toContain(code.replace(' ', ''));
  expect((await phone.get(link)).status).toBe(400);
});

test('after five wrong codes the right one is refused, also for a newer code of the same link; another mail works', async () => {
  const [ada, phone, email] = [browser(), browser(SAFARI), newAddress()];
  await ask(ada, email);
  const link = await linkTo(email);
  const code = await shownCode(phone, link);
  const said: string[] = [];
  for (let i = 1; i <= 5; i++) said.push(textOf(await type(ada, wrong(code, i))));
  expect(said.map((text) => /You have \d tr\w+ left|it was the last try/.exec(text)?.[0])).toEqual([
    'You have 4 tries left',
    'You have 3 tries left',
    'You have 2 tries left',
    'You have 1 try left',
    'it was the last try',
  ]);
  expect((await type(ada, code)).status).toBe(400);
  expect((await type(ada, await shownCode(phone, link))).status).toBe(400);
  await ask(ada, email);
  expect((await type(ada, await shownCode(phone, await linkTo(email, 2)))).status).toBe(303);
});

test('of many wrong codes sent at once only five are compared', async () => {
  const [ada, phone, email] = [browser(), browser(SAFARI), newAddress()];
  await ask(ada, email);
  const code = await shownCode(phone, await linkTo(email));
  const page = await ada.get('/sign-in/check');
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => ada.submit(page, '/sign-in/check', { code: wrong(code, i + 1) })),
  );
  expect(await count('sign_ins', `email = '${email}' and code_tries = 5`)).toBe(1);
  expect((await type(ada, code)).status).toBe(400);
});

test('a code is of no use in a browser that did not ask', async () => {
  const [ada, phone, eve, email] = [browser(), browser(SAFARI), browser(), newAddress()];
  await ask(ada, email);
  const code = await shownCode(phone, await linkTo(email));
  await ask(eve, newAddress());
  expect((await type(eve, code)).status).toBe(400);
  expect(eve.cookie('fanfare-session')).toBeUndefined();
  // Nor does it use up the tries of the browser that asked.
  expect(await count('sign_ins', `email = '${email}' and code_tries = 0`)).toBe(1);
  expect((await type(ada, code)).status).toBe(303);
});
