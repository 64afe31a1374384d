import { createHash } from 'node:crypto';
import { EXAMPLE_DOCS_URL } from '@fanfare/contract';
import { shareBrowser } from '@fanfare/harness/browser';
import { expect, test } from 'vitest';
import { linkFor, open } from '../../connect-steps.ts';
import { textOf } from '../../people/sign-in/browser.ts';
import { newAddress, useSignIn } from '../../people/sign-in/use-sign-in.ts';
import { HOSTILE_SVG, logoFile, PNG } from './logos.ts';

const NAME = '<i>Harbour</i> "שלום" 🎺';
const ESCAPED = '&#60;i&#62;Harbour&#60;/i&#62; &#34;שלום&#34; 🎺';
const { server, mails, browser, ask, linkTo, signIn } = await useSignIn({
  env: { INSTALLATION_NAME: NAME, INSTALLATION_COLOUR: '#0f766e', INSTALLATION_LOGO: logoFile(HOSTILE_SVG) },
});

const logoOf = (html: string): string => /<img src="([^"]+)" alt="">/.exec(html)?.[1] ?? '';

test('connect, sign-in, removal and unknown addresses show name, logo and colour, under a policy that names the style', async () => {
  const link = await linkFor(await server.createProject(), { platform: 'x' });
  for (const address of [
    link,
    ...['/sign-in', '/removal/status/unknown', '/nothing'].map((at) => server.baseUrl + at),
  ]) {
    const response = await fetch(address, { headers: { Accept: 'text/html' } });
    const html = await response.text();
    expect(html).toContain(`<p class="brand"><img src="${logoOf(html)}" alt=""><span>${ESCAPED}</span></p>`);
    expect(logoOf(html)).toMatch(new RegExp(`^${server.baseUrl}/installation-logo\\?v=[0-9a-f]{16}$`));
    const style = /<style>(.*?)<\/style>/s.exec(html)![1]!;
    expect(style.match(/--accent: #\w+/g)).toEqual(['--accent: #0f766e', '--accent: #559e98']);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}';`);
    expect(policy).toContain("default-src 'none'; img-src 'self' data:;");
  }
});

test('the logo is an image that is kept for ever, and by itself it is in a sandbox', async () => {
  const { html } = await browser().get('/sign-in');
  const logo = await fetch(logoOf(html));
  const { headers } = logo;
  expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
    'image/svg+xml',
    'public, max-age=31536000, immutable',
  ]);
  expect([headers.get('content-security-policy'), headers.get('x-content-type-options')]).toEqual([
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    'nosniff',
  ]);
  expect(await logo.text()).toBe(HOSTILE_SVG);
  const another = await fetch(`${server.baseUrl}/installation-logo?v=another`);
  expect([another.status, another.headers.get('cache-control')]).toEqual([200, 'no-cache']);
});

test('a hostile logo is drawn and runs nothing in Chromium: on a page, and opened by itself', async () => {
  const chromium = await shareBrowser();
  try {
    const page = await chromium.newPage();
    await page.goto(`${server.baseUrl}/sign-in`);
    const drawn = await page.locator('.brand img').evaluate((image) => Reflect.get(image, 'naturalWidth'));
    expect([drawn, await page.title()]).toEqual([64, 'Sign in']);

    const alone = await page.goto(logoOf(await page.content()).replaceAll('&#38;', '&'));
    expect(alone?.status()).toBe(200);
    await page.locator('a').dispatchEvent('click');
    await page.goto(`${server.baseUrl}/sign-in`);
    expect([await page.title(), server.log().match(/\/ran[^"]*/g)]).toEqual(['Sign in', null]);
  } finally {
    await chromium.close();
  }
});

test('mails carry the name and the colour, and no SVG; whoever signs in gets the same for the dashboard', async () => {
  const email = newAddress();
  const ada = browser();
  await ask(ada, email);
  const [mail] = await mails.mailsTo(email);
  expect(mail).toMatchObject({
    subject: `Sign in to ${NAME} at ${new URL(server.baseUrl).host}`,
    from: { name: NAME },
    attachments: [],
  });
  expect(mail!.html).toContain(`>${ESCAPED}</p>`);
  expect(mail!.html).not.toContain('<img');
  expect([mail!.html!.match(/background:#0f766e/g)?.length, mail!.html!.match(/#c2410c/g)]).toEqual([1, null]);
  await linkTo(email);

  const eve = browser();
  await signIn(eve, newAddress());
  const session = await fetch(`${server.baseUrl}/app/api/session`, {
    headers: { cookie: `fanfare-session=${eve.cookie('fanfare-session')}` },
  });
  const { installation } = (await session.json()) as { installation: Record<string, unknown> };
  expect(installation).toEqual({
    ...{ name: NAME, colour: '#0f766e', signUp: 'open', sendsMail: true, development: true, baseUrl: server.baseUrl },
    ...{ docsUrl: EXAMPLE_DOCS_URL, version: '0.0.0' },
    logoUrl: expect.stringMatching(/\/installation-logo\?v=[0-9a-f]{16}$/),
  });
});

test('a PNG travels with the mail; without one there is no address for a logo', async () => {
  const installation = {
    name: 'Harbour',
    colour: null,
    logo: { contentType: 'image/png', bytes: PNG, version: 'a' },
  } as const;
  const other = await server.startAnother({ installation });
  const email = newAddress();
  const { openBrowser } = await import('../../people/sign-in/browser.ts');
  const ada = openBrowser(other.baseUrl);
  await ada.submit(await ada.get('/sign-in'), '/sign-in', { email });
  await other.halt();
  const sender = await server.startAnother({ installation });
  const [mail] = await mails.mailsTo(email);
  expect(mail!.html).toContain('<img src="cid:installation-logo" alt=""');
  await sender.halt();

  const plain = await server.startAnother({ installation: { name: 'Plain', logo: null, colour: null } });
  expect((await fetch(`${plain.baseUrl}/installation-logo`)).status).toBe(404);
  expect((await open(`${plain.baseUrl}/sign-in`)).html).toContain('<p class="brand"><span>Plain</span></p>');
});

test('a page of the inbox and of set-up has the name too', async () => {
  const development = await server.startAnother({ smtp: null });
  const inbox = await fetch(`${development.baseUrl}/dev/inbox`);
  expect(textOf({ html: await inbox.text() } as never)).toMatch(/^<i>Harbour<\/i> "שלום" 🎺 Inbox/);
});
