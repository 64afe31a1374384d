import type { Page } from 'playwright-core';
import type { Dashboard } from './open-dashboard.ts';
import { press, pressInDialog } from './press.ts';
import { runSql } from './sign-in.ts';

type Service = Pick<Dashboard, 'service'>;

export const result = (page: Page) => page.getByRole('region', { name: 'Result of connecting' });

/** The accounts that the list shows. */
export const names = (page: Page) =>
  page.getByRole('list', { name: 'Accounts', exact: true }).getByRole('link').allInnerTexts();

/** From the accounts page to the consent page of the network. */
export async function leaveFor(page: Page, network: string): Promise<void> {
  if (new URL(page.url()).pathname !== '/accounts') await page.goto('/accounts');
  await press(page, 'Connect account');
  await pressInDialog(page, `Connect ${network}`);
  await press(page, `Continue to ${network}`);
}

/** Lets the network give access as one of its people. */
export async function allow(page: Page, username: string): Promise<void> {
  await page.locator(`input[value="${username}"]`).check();
  await press(page, 'Allow');
  await result(page).waitFor();
}

/** Ends the access of ada's accounts on a platform, three days ago. */
export const expire = ({ service }: Service, platform: string): Promise<void> =>
  runSql(
    service.databaseUrl,
    `update accounts set status = 'expired', status_reason = 'refresh_rejected', status_since = now() - interval '3 days'
     where platform = $1 and username = 'ada'`,
    [platform],
  );

/** A control of the simulated networks, as `x/metrics`. */
export async function controlSandbox<Answer>({ service }: Service, control: string, body: object): Promise<Answer> {
  const answer = await fetch(`${service.sandboxUrl}/__sandbox/${control}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${control} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
