import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { addMedia, choose, postText, sample } from '../test/composing.ts';
import { expire } from '../test/connecting.ts';
import { type Dashboard, openDashboard } from '../test/open-dashboard.ts';
import { press } from '../test/press.ts';
import { publishPartly } from '../test/publish-partly.ts';
import { runSql } from '../test/sign-in.ts';
import { takeKinds } from './take-kinds.ts';

/**
 * Takes the pictures of the documentation: `pnpm --filter @fanfare/dashboard pictures [folder] [network …]`.
 * With networks it takes those of their kinds of content alone.
 */
const ONLY = process.argv.slice(3);
const FOLDER = path.resolve(process.argv[2] ?? path.join(tmpdir(), 'fanfare-pictures'));
const DAY_MS = 86_400_000;

/** Takes one screen. */
async function take(page: Page, name: string, form: 'desktop' | 'phone' | 'dark phone' = 'desktop'): Promise<void> {
  await page.setViewportSize(form === 'desktop' ? { width: 1280, height: 800 } : { width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: form === 'dark phone' ? 'dark' : 'light' });
  await page.screenshot({ path: path.join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: 80 });
}

/** Fills a project with posts in every state. Returns a post that failed in part. */
async function fillProject(dashboard: Dashboard): Promise<string> {
  const { service, fanfare } = dashboard;
  const { instagram, threads, x, linkedin } = service.accounts;
  const everywhere = [
    { platform: 'instagram', accountId: instagram },
    { platform: 'threads', accountId: threads },
    { platform: 'x', accountId: x },
    { platform: 'linkedin', accountId: linkedin },
  ] as const;
  await fanfare.posts.create({
    content: 'The harbour is awake. First coffee at seven. #coffee',
    mediaItems: [{ type: 'image', url: sample(dashboard, 'harbour.jpg'), altText: 'A harbour at sunrise' }],
    platforms: [...everywhere],
  });
  const partly = await publishPartly(dashboard, 'Fresh beans from Kenya this morning.');
  for (const [days, content] of [
    [1, 'Open until ten tonight.'],
    [2, 'A new roast on Thursday: plum and cocoa.'],
    [4, 'Live music at the quay on Saturday.'],
  ] as const) {
    const publishAt = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + days * DAY_MS + 9 * 3_600_000);
    await fanfare.posts.create({ content, platforms: everywhere.slice(1, days === 1 ? 3 : 4), publishAt });
  }
  await expire(dashboard, 'threads');
  return partly.id;
}

async function takePages(page: Page, dashboard: Dashboard, partly: string): Promise<void> {
  const { webhooks } = await dashboard.fanfare.webhooks.list();
  for (const [name, address, text] of [
    ['dashboard-home', '/', 'Goes out next'],
    ['dashboard-calendar', '/calendar', 'new roast'],
    ['dashboard-requests', '/requests', '/api/v1/posts'],
    ['dashboard-webhook', `/webhooks/${webhooks[0]?.id}`, 'Deliveries'],
    ['dashboard-post', `/posts/${partly}`, 'May be live'],
  ] as const) {
    await page.goto(address);
    await page.getByText(text).first().waitFor();
    await take(page, name);
  }
  await page.getByText('What happened').first().click();
  await take(page, 'dashboard-timeline');
  await page.goto('/accounts');
  await page.getByText('Harbour Community').first().waitFor();
  await take(page, 'dashboard-accounts-phone', 'dark phone');
}

async function takeComposer(page: Page, dashboard: Dashboard): Promise<void> {
  await page.goto('/compose');
  await choose(page, 'Instagram', 'X', 'LinkedIn');
  await postText(page).fill('The harbour is awake ☕️ First coffee at seven. #coffee');
  await addMedia(page, sample(dashboard, 'harbour.jpg'));
  await page.getByLabel('Alt text of picture 1').fill('A harbour at sunrise');
  await page.getByText('3 units').first().waitFor();
  await page.getByText('Saved as a draft.').waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await take(page, 'dashboard-compose');
  await take(page, 'dashboard-compose-phone', 'phone');
}

/** Drafts of a key and of a person, one of which cannot be published yet. */
async function takeDrafts(page: Page, { fanfare, service }: Dashboard): Promise<void> {
  const target = (platform: 'instagram' | 'linkedin' | 'x') => ({ platform, accountId: service.accounts[platform] });
  for (const [content, note, platforms] of [
    ['Stollen from Monday, 14 euros.', 'From the notes of Thursday. Is the price right?', ['x', 'instagram']],
    ['We look for a baker for the early shift.', 'For next week, when Rye is back.', ['linkedin']],
  ] as const)
    await fanfare.drafts.create({ note, request: { content, platforms: platforms.map(target) } });
  await page.goto('/drafts');
  await page.getByText('Is the price right?').waitFor();
  await take(page, 'dashboard-drafts');
}

async function takeChain(page: Page, dashboard: Dashboard): Promise<void> {
  const { post } = await dashboard.fanfare.posts.create({
    content: 'Three things about coffee.',
    // It is copied only.
    publishAt: new Date(Date.now() + DAY_MS),
    platforms: (['x', 'threads'] as const).map((platform) => ({
      ...{ platform, accountId: dashboard.service.accounts[platform] },
      thread: [
        { content: 'Three things about coffee.' },
        {
          content: 'Water matters more than beans.',
          mediaItems: [{ type: 'image', url: sample(dashboard, 'latte.png'), altText: 'A latte' }],
        },
        { content: 'Grind late, drink early.' },
      ],
    })),
  });
  await page.goto(`/compose?from=${post.id}`);
  for (const form of ['desktop', 'phone'] as const) {
    await page.setViewportSize({ width: 1280, height: 800 });
    const chain = page.getByRole('list', { name: 'Posts of the chain after the first' });
    await chain.waitFor();
    await page.getByText('Saved as a draft.').waitFor();
    if (form === 'phone') await page.setViewportSize({ width: 390, height: 844 });
    await chain.evaluate((list) => scrollTo(0, list.getBoundingClientRect().top + scrollY - 120));
    await take(page, form === 'phone' ? 'dashboard-chain-phone' : 'dashboard-chain', form);
  }
}

/** The look-up of an organization, above a text that begins its mention. */
async function takeMention(page: Page): Promise<void> {
  await page.goto('/compose');
  await choose(page, 'LinkedIn');
  await postText(page).fill('Our winter menu is ready, roasted by @harbour-coffee');
  for (const form of ['desktop', 'phone'] as const) {
    await press(page, 'Mention on LinkedIn');
    await press(page, 'Find organization');
    await page.getByRole('button', { name: 'Mention Harbour Coffee' }).waitFor();
    await take(page, form === 'phone' ? 'dashboard-mention-phone' : 'dashboard-mention', form);
    await page.keyboard.press('Escape');
  }
}

async function takeConnecting(page: Page, { fanfare }: Dashboard): Promise<void> {
  await page.goto((await fanfare.accounts.connect({ platform: 'x' })).authUrl);
  await take(page, 'connect-confirm');
  await page.goto((await fanfare.accounts.connect({ platform: 'linkedin' })).authUrl);
  await press(page, 'Continue to LinkedIn');
  await page.locator('input[value="ada"]').check();
  await press(page, 'Allow');
  await page.getByText('LinkedIn is connected').waitFor();
  await take(page, 'connect-done');
}

/** The page that asks whether an app may be connected, and the list of connected apps. */
async function takeApps(page: Page, { service }: Dashboard): Promise<void> {
  const redirectUri = 'https://agent.example/callback';
  const registered = await fetch(`${service.baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Harbour Agent', redirect_uris: [redirectUri] }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const query = new URLSearchParams({
    ...{ client_id, redirect_uri: redirectUri, response_type: 'code', scope: 'read publish' },
    ...{ code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' },
  });
  await page.goto(`/oauth/authorize?${query}`);
  await page.getByText('Connect “Harbour Agent”?').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.screenshot({ path: path.join(FOLDER, 'oauth-consent.jpg'), type: 'jpeg', quality: 80, fullPage: true });
  await runSql(
    service.databaseUrl,
    `insert into api_keys (id, project_id, name, display, scope, oauth_client, created_by, last_used_at, created_at, expires_at)
     select gen_random_uuid(), p.id, app.name, '', app.scope, app.client, m.user_id, now() - interval '5 minutes',
       now() - interval '3 days', now() + interval '60 days'
     from projects p join memberships m using (workspace_id),
       (values ('Harbour Agent', 'publish', 'https://agent.example/client.json'), ('Report maker', 'read', 'cli_1')) app(name, scope, client)
     where p.name = 'Harbour Coffee'`,
  );
  await page.goto('/settings/apps');
  await page.getByText('Report maker').waitFor();
  await take(page, 'dashboard-apps');
}

mkdirSync(FOLDER, { recursive: true });
const dashboard = await openDashboard();
try {
  if (ONLY.length === 0) {
    const { page } = await dashboard.newPage();
    await takePages(page, dashboard, await fillProject(dashboard));
    await takeComposer(page, dashboard);
    await takeDrafts(page, dashboard);
    await takeConnecting(page, dashboard);
    await takeApps(page, dashboard);
    await takeChain(page, dashboard);
    await takeMention(page);
  }
  await takeKinds(dashboard, FOLDER, ONLY);
  console.log(`The pictures are in ${FOLDER}.`);
} finally {
  await dashboard.close();
}
