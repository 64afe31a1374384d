import type { Page } from 'playwright-core';
import type { Dashboard } from '../test/open-dashboard.ts';
import { press } from '../test/press.ts';
import { runSql } from '../test/sign-in.ts';
import { type TakePart, take } from './take.ts';

/** Takes what people see who connect an account or an app. */
export const takeConnecting: TakePart = async (dashboard, folder) => {
  const { page } = await dashboard.newPage();
  await takeAccounts(page, dashboard, folder);
  await takeApps(page, dashboard, folder);
};

async function takeAccounts(page: Page, { fanfare }: Dashboard, folder: string): Promise<void> {
  await page.goto((await fanfare.accounts.connect({ platform: 'x' })).authUrl);
  await take(page, { folder, name: 'connect-confirm' });
  await page.goto((await fanfare.accounts.connect({ platform: 'linkedin' })).authUrl);
  await press(page, 'Continue to LinkedIn');
  await page.locator('input[value="ada"]').check();
  await press(page, 'Allow');
  await page.getByText('LinkedIn is connected').waitFor();
  await take(page, { folder, name: 'connect-done' });
}

/** The page that asks whether an app may be connected, and the list of connected apps. */
async function takeApps(page: Page, { service }: Dashboard, folder: string): Promise<void> {
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
  await take(page, { folder, name: 'oauth-consent', form: 'phone', fullPage: true });
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
  await take(page, { folder, name: 'dashboard-apps' });
}
