import { addMedia, choose, postText, sample } from '../../test/composing.ts';
import type { Dashboard } from '../../test/open-dashboard.ts';
import { press } from '../../test/press.ts';
import type { Camera } from './camera.ts';

/** The composer from the first word to the published post. */
export async function takeComposer({ take }: Camera, dashboard: Dashboard): Promise<void> {
  const { page } = await dashboard.newPage();
  await page.goto('/compose');
  await page.getByText('Choose an account to see').waitFor();
  await take(page, 'compose-empty');
  await choose(page, 'Instagram', 'X', 'LinkedIn');
  await postText(page).fill('The harbour is awake ☕️ First coffee at seven. #coffee');
  await addMedia(page, sample(dashboard, 'harbour.jpg'));
  await page.getByLabel('Alt text of picture 1').fill('A harbour at sunrise');
  await page.getByText('3 units').first().waitFor();
  await page.getByText('Saved as a draft.').waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await take(page, 'compose');

  await press(page, 'Schedule');
  await page.getByRole('dialog').waitFor();
  await take(page, 'compose-schedule');
  await page.getByRole('dialog').getByLabel('Date and time').fill('2020-01-01T09:00');
  await take(page, 'compose-schedule-in-the-past');
  await page.keyboard.press('Escape');
  await press(page, 'Open draft');
  await page.getByRole('dialog').waitFor();
  await take(page, 'compose-drafts-empty');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Customise for X' }).click();
  await postText(page).last().fill('The harbour is awake. '.repeat(20));
  const jump = page.getByRole('button', { name: 'Jump to it' });
  await jump.waitFor();
  await take(page, 'compose-too-long');
  await postText(page).last().fill('First coffee at seven ☕️');
  await jump.waitFor({ state: 'detached' });
  await take(page, 'compose-customised');

  await dashboard.service.fail({
    network: 'linkedin',
    method: 'POST',
    path: '^/rest/posts$',
    action: 'delay',
    delayMs: 60_000,
  });
  await press(page, 'Publish now');
  await page.getByRole('list', { name: 'Targets' }).getByText('Published').nth(1).waitFor();
  await take(page, 'compose-publishing');
  await dashboard.service.release();
  await page.getByRole('heading', { name: 'Published', level: 1 }).waitFor();
  await take(page, 'compose-published');

  await page.goto('/compose');
  await choose(page, 'X');
  await postText(page).fill('Closed on Monday.');
  await page.getByText('Saved as a draft.').waitFor();
  await page.goto('/compose');
  await press(page, 'Open draft');
  await page.getByRole('dialog').getByRole('link').first().waitFor();
  await take(page, 'compose-drafts');
  await page.context().close();
}
