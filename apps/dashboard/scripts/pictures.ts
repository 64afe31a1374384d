import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { addMedia, choose } from '../test/composing.ts';
import { axeFindings, openDashboard } from '../test/open-dashboard.ts';
import { fillProject } from './fill-project.ts';

/** Takes a picture of every page at two widths in light and dark, and prints what axe finds on each: `pnpm --filter @fanfare/dashboard pictures [folder]`. */
const FOLDER = path.resolve(process.argv[2] ?? path.join(tmpdir(), 'fanfare-pictures'));
const SCREENS = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

const taken: string[] = [];
let findings = 0;

async function take(page: Page, name: string): Promise<void> {
  const row: string[] = [];
  for (const { width, colorScheme } of SCREENS) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    await page.emulateMedia({ colorScheme });
    const found = await axeFindings(page);
    findings += found.length;
    row.push(String(found.length).padStart(6));
    for (const finding of found) console.log(`  ${name} ${width} ${colorScheme}: ${finding}`);
    const file = `${name}-${width}-${colorScheme}.jpg`;
    await page.screenshot({ path: path.join(FOLDER, file), type: 'jpeg', quality: 80 });
    taken.push(file);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  console.log(name.padEnd(24) + row.join(''));
}

mkdirSync(FOLDER, { recursive: true });
const dashboard = await openDashboard({ SIGN_UP: 'open' });
try {
  console.log(''.padEnd(24) + SCREENS.map(({ width, colorScheme }) => ` ${width} ${colorScheme}`).join(' |'));
  const { page } = await dashboard.newPage();
  const visit = async (name: string, address: string, text: string): Promise<void> => {
    await page.goto(address);
    await page.getByText(text).first().waitFor();
    await take(page, name);
  };
  await visit('home-first-steps', '/', 'Goes out next');
  await visit('posts-empty', '/posts', 'This project has no post');
  await visit('calendar-empty', '/calendar', 'Nothing is scheduled in');
  const ids = await fillProject(dashboard);
  const pages = [
    ['home', '/', 'Goes out next'],
    ['posts', '/posts', 'Fresh beans'],
    ['post-published', `/posts/${ids.published}`, 'What happened'],
    ['post-partly-failed', `/posts/${ids.partly}`, 'May be live'],
    ['compose-empty', '/compose', 'Choose an account to see'],
    ['calendar', '/calendar', 'new roast'],
    ['accounts', '/accounts', 'Harbour Community'],
    ['account-expired', `/accounts/${ids.account}`, 'Expired 3 days ago.'],
    ['requests', '/requests', '/api/v1/posts'],
    ['webhooks', '/webhooks', 'The receiver page of the sandbox'],
    ['webhook', `/webhooks/${ids.webhook}`, 'Deliveries'],
    ['usage', '/usage', 'By account'],
    ['settings-keys', '/settings/keys', 'Quick start'],
    ['settings-members', '/settings/members', '(you)'],
    ['settings-project', '/settings/project', 'Project id'],
    ['settings-branding', '/settings/branding', 'INSTALLATION_COLOUR'],
    ['settings-sessions', '/settings/sessions', 'This browser'],
    ['design', '/__design', 'Dialog, menu, toast'],
    ['not-found', '/nothing', 'There is nothing at this address'],
  ] as const;
  for (const [name, address, text] of pages) await visit(name, address, text);

  await page.goto('/compose');
  await choose(page, 'Instagram', 'X', 'LinkedIn');
  await page.getByLabel('Text', { exact: true }).fill('The harbour is awake ☕️ First coffee at seven. #coffee');
  await addMedia(page, `${dashboard.service.sandboxUrl}/__sandbox/samples/harbour.jpg`);
  await page.getByLabel('Alt text of picture 1').fill('A harbour at sunrise');
  await page.getByText('3 units').first().waitFor();
  await take(page, 'compose');
  await page.goto('/settings/keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog').waitFor();
  await take(page, 'key-create');
  await page.goto('/accounts');
  await page.getByRole('button', { name: 'Connect account' }).click();
  await page.getByRole('dialog').waitFor();
  await take(page, 'account-connect');
  await page.getByRole('button', { name: 'Connect Instagram' }).click();
  await page.getByRole('button', { name: 'Continue to Instagram' }).waitFor();
  await take(page, 'connect-confirm');
  await page.goto('/connect/unknown');
  await take(page, 'connect-unknown-link');

  const guest = await page.context().browser()!.newPage({ baseURL: dashboard.service.baseUrl });
  await guest.goto('/sign-in');
  await take(guest, 'sign-in');
  await guest.getByLabel('E-mail address').fill('grace@example.com');
  await guest.getByRole('button', { name: 'Send the link' }).click();
  await guest.getByRole('heading', { name: 'Look in your inbox' }).waitFor();
  await take(guest, 'sign-in-check');
  await guest.goto('/dev/inbox');
  await take(guest, 'mail');
  const link = (await guest.locator('a[href*="/sign-in/link/"]').first().getAttribute('href')) ?? '';
  await guest.goto(link);
  await take(guest, 'sign-in-press');
  const other = await page.context().browser()!.newPage({ baseURL: dashboard.service.baseUrl });
  await other.goto(link);
  await take(other, 'sign-in-other-browser');
  await other.getByRole('button', { name: 'Show the code' }).click();
  await take(other, 'sign-in-code');
} finally {
  await dashboard.close();
  const images = taken.map(
    (file) =>
      `<figure><a href="${file}"><img src="${file}" width="320" loading="lazy"></a><figcaption>${file}</figcaption></figure>`,
  );
  writeFileSync(
    path.join(FOLDER, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Pictures</title><style>body{display:flex;flex-wrap:wrap;gap:1rem;font:14px sans-serif}</style>${images.join('')}`,
  );
  console.log(`${taken.length} pictures, ${findings} findings: ${path.join(FOLDER, 'index.html')}`);
}
