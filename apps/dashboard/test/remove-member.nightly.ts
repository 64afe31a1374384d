import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { pressInDialog } from './press.ts';
import { runSql } from './sign-in.ts';

const dashboard = dashboardOfFile();

test('whoever removes a member sees how many keys that member made, and revokes them with one tick', async () => {
  const userId = randomUUID();
  await runSql(
    dashboard.service.databaseUrl,
    `with person as (insert into users (id, email) values ($1, 'mary@example.com')),
          member as (insert into memberships (workspace_id, user_id, role)
                     select workspace_id, $1, 'member' from projects where name = $2)
     insert into api_keys (id, project_id, name, key_sha256, display, scope, created_by)
     select $3, id, 'Website', $4, 'fanfare_sk_AbCd…', 'all', $1 from projects where name = $2`,
    [userId, 'Harbour Coffee', randomUUID(), createHash('sha256').update(randomBytes(8)).digest()],
  );
  const { page } = await dashboard.newPage();
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await page.goto('/settings/members');
    await page.getByRole('button', { name: 'Remove mary@example.com' }).click();
    const tick = page.getByRole('dialog').getByRole('checkbox', { name: /Revoke the 1 key that they made/ });
    expect(await tick.isChecked()).toBe(false);
    await tick.check();
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/remove-${size.width}.png` });
  }
  await pressInDialog(page, 'Remove member');
  await page.getByText('mary@example.com is removed, and 1 key revoked.').waitFor();
});
