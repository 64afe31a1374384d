// @vitest-environment node
import { expect, test } from 'vitest';
import { builtApp, overflow } from './built-app.ts';

const { open, publishPartly } = builtApp();

test('at 1280 px a post is published, its failed target sent again, and everything fits', () => publishPartly(1280));

test('with the keyboard alone a post is written, scheduled and cancelled', async () => {
  const { page, complaints } = await open(390);
  const focused = (): Promise<unknown> =>
    page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.id");
  const tabTo = async (isThere: () => Promise<boolean>): Promise<void> => {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab');
      if (await isThere()) return;
    }
    throw new Error('It cannot be reached with the keyboard.');
  };
  const isOn = (name: string) => async (): Promise<boolean> => {
    const button = page.getByRole('button', { name });
    return (await button.count()) === 1 && button.evaluate((element) => element.matches(':focus'));
  };
  await tabTo(async () => (await focused()) === 'Instagram, ada');
  expect(await page.evaluate("getComputedStyle(document.activeElement.closest('.chip')).outlineStyle")).toBe('solid');
  await page.keyboard.press('Space');
  await tabTo(async () => (await focused()) === 'content');
  await page.keyboard.type('Good morning');
  await tabTo(() => page.locator('input[type="datetime-local"]').evaluate((element) => element.matches(':focus')));
  await page.keyboard.type('01012099');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0800AM');
  await page.getByText('Every network takes it.').waitFor();
  await tabTo(isOn('Schedule to 3 accounts'));
  await page.keyboard.press('Enter');
  await page.getByText('Scheduled', { exact: true }).waitFor();
  await tabTo(isOn('Do not publish'));
  await page.keyboard.press('Enter');
  await page.getByText('Cancelled', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test('?scenario= selects the scenario, and an expired account is reconnected', async () => {
  const { page, complaints, url } = await open(390, '?scenario=expired-account');
  expect(await page.getByRole('combobox', { name: 'Scenario' }).inputValue()).toBe('expired-account');
  expect(await overflow(page)).toBe(0);
  await page.getByRole('button', { name: 'Reconnect Instagram' }).click();
  await page.getByText('ada on Instagram is connected.').waitFor();
  expect(page.url()).toBe(`${url}?scenario=expired-account`);
  await page.getByRole('combobox', { name: 'Scenario' }).selectOption('quota-reached');
  await page.getByText('0 of 100 units left').waitFor();
  await page.getByRole('button', { name: 'Fill in an example' }).click();
  await page.getByRole('button', { name: 'Publish to 4 accounts' }).click();
  // In view, although the button is far down.
  const alert = page.getByRole('alert').filter({ hasText: 'This post needs 4 of your plan’s 100 units' });
  await alert.waitFor();
  expect((await alert.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await alert.getByRole('button', { name: 'Close' }).click();
  expect(complaints.splice(0)).toEqual([expect.stringContaining('status of 429')]);
  expect([await overflow(page), complaints]).toEqual([0, []]);
  await page.close();
});
