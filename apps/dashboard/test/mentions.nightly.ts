import { expect, test } from 'vitest';
import { choose, livePosts, openComposer, postText, preview, sent } from './composing.ts';
import { controlSandbox } from './connecting.ts';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { screenFindings } from './open-dashboard.ts';
import { press } from './press.ts';

const dashboard = dashboardOfFile();
const HARBOUR = '@[Harbour Coffee](urn:li:organization:90314427)';

test('an organization that is begun as @name is found, put into the text and published as a mention, by the keyboard alone', async () => {
  const { page, takeErrors } = await openComposer(dashboard);
  const searches: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith('/mentions')) searches.push(search);
  });
  await choose(page, 'LinkedIn member');
  await postText(page).pressSequentially('Roasted by @harbour-coffee');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Mention an organization' });
  const name = dialog.getByLabel('Name in the address of its page');
  await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await name.inputValue()).toBe('harbour-coffee');
  await page.keyboard.type('x');
  await page.keyboard.press('Enter');
  await dialog.getByText('LinkedIn has no organization with this name in its address.').waitFor();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  const mention = dialog.getByRole('button', { name: 'Mention Harbour Coffee' });
  await mention.waitFor();
  expect(await dialog.getByRole('status').textContent()).toBe('1 found.');
  expect(await screenFindings(page)).toEqual([]);

  await page.keyboard.press('Tab');
  await expect.poll(() => mention.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => postText(page).evaluate((box) => box === document.activeElement)).toBe(true);
  await expect.poll(() => postText(page).inputValue()).toBe(`Roasted by ${HARBOUR}`);
  await page.keyboard.type(', every morning');
  expect(await postText(page).inputValue()).toBe(`Roasted by ${HARBOUR}, every morning`);
  await preview(page, 'LinkedIn').getByText('Roasted by Harbour Coffee, every morning').waitFor();
  expect(searches).toEqual(['?q=harbour-coffeex', '?q=harbour-coffee']);
  expect(takeErrors()).toEqual([]);

  await press(page, 'Publish now');
  await sent(page, 'Published');
  expect(
    (await livePosts(dashboard, 'Roasted by Harbour Coffee, every morning')).map(({ network }) => network),
  ).toEqual(['linkedin']);
});

test('a mention replaces what is selected, in the words for LinkedIn alone; other networks are named before', async () => {
  const { page } = await openComposer(dashboard);
  await choose(page, 'X');
  const button = page.getByRole('button', { name: 'Mention on LinkedIn' });
  expect(await button.count()).toBe(0);
  await choose(page, 'LinkedIn member');
  await postText(page).fill('Beans of somebody, here.');
  await button.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('X will show a mention as it is written in the text.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);

  await page.getByRole('button', { name: /^Customise for LinkedIn/ }).click();
  const own = page.getByRole('region', { name: /^LinkedIn / });
  const box = own.getByLabel('Text', { exact: true });
  expect(await button.count()).toBe(1);
  await box.evaluate((text: HTMLTextAreaElement) => text.setSelectionRange(9, 17));
  await own.getByRole('button', { name: 'Mention on LinkedIn' }).click();
  expect(await dialog.getByText('as it is written').count()).toBe(0);
  await dialog.getByLabel('Name in the address').fill('https://www.linkedin.com/company/harbour-coffee/posts/');
  await dialog.getByRole('button', { name: 'Find organization' }).click();
  await dialog.getByRole('button', { name: 'Mention Harbour Coffee' }).click();
  await expect.poll(() => box.inputValue()).toBe(`Beans of ${HARBOUR}, here.`);
  await preview(page, 'X').getByText('Beans of somebody, here.').waitFor();
});

test('who looks up a mention reads what the network or the connection refused, and tries again', async () => {
  const { page } = await openComposer(dashboard);
  await choose(page, 'LinkedIn member');
  await press(page, 'Mention on LinkedIn');
  const dialog = page.getByRole('dialog');
  const find = dialog.getByRole('button', { name: 'Find organization' });
  expect(await find.getAttribute('aria-disabled')).toBe('true');
  const name = dialog.getByLabel('Name in the address');
  await name.fill('harbour-coffee');
  const error = () => name.evaluate((input) => document.getElementById(`${input.id}-error`)?.textContent);
  await controlSandbox(dashboard, 'linkedin/day-limit', { resource: 'organizations', limit: 0 });
  await find.click();
  await expect.poll(error).toBe('The daily LinkedIn limit for this action is used up; it starts again at 00:00 UTC.');
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  expect(await screenFindings(page)).toEqual([]);
  await controlSandbox(dashboard, 'linkedin/day-limit', { resource: 'organizations', limit: null });
  await page.route('**/mentions?*', (route) => route.abort('connectionrefused'));
  await find.click();
  await expect.poll(error).toBe('The server cannot be reached. Check your connection, then try again.');
  await page.unroute('**/mentions?*');
  await find.click();
  await dialog.getByRole('button', { name: 'Mention Harbour Coffee' }).waitFor();
  expect(await error()).toBe('');
});

test('a page finds its followers and organizations apart, and one of them where LinkedIn refuses the other', async () => {
  await controlSandbox(dashboard, 'linkedin/profiles', { kind: 'page', username: 'okafor', name: 'Okafor Bakery' });
  const { page, takeErrors } = await openComposer(dashboard);
  // The page looks, also where a member publishes the same text.
  await choose(page, 'LinkedIn member', 'LinkedIn page');
  await postText(page).pressSequentially('Roasted by @okafor');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Mention a person or an organization' });
  const name = dialog.getByLabel('Name', { exact: true });
  await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await name.inputValue()).toBe('okafor');
  await page.keyboard.press('Enter');
  const people = dialog.getByRole('list', { name: 'People who follow your page' });
  await people.waitFor();
  const organizations = dialog.getByRole('list', { name: 'Organizations' });
  expect(await organizations.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Mention Okafor Bakery\s+Its page/),
  ]);
  expect(await people.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Mention Ben Okafor\s+Roaster$/),
  ]);
  expect(await screenFindings(page)).toEqual([]);
  const ben = people.getByRole('button', { name: 'Mention Ben Okafor' });
  for (let step = 0; step < 8 && !(await ben.evaluate((one) => one === document.activeElement)); step += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => postText(page).inputValue()).toBe('Roasted by @[Ben Okafor](urn:li:person:Yw5nH0cJxE)');
  await preview(page, 'LinkedIn').first().getByText('Roasted by Ben Okafor').waitFor();

  await press(page, 'Mention on LinkedIn');
  await name.fill('oka');
  await controlSandbox(dashboard, 'linkedin/day-limit', { resource: 'organizations', limit: 0 });
  await page.keyboard.press('Enter');
  await ben.waitFor();
  await dialog
    .getByRole('status')
    .getByText('The look-up of organizations failed. The daily LinkedIn limit for this action is used up')
    .waitFor();
  expect(await name.getAttribute('aria-invalid')).toBe(null);
  await controlSandbox(dashboard, 'linkedin/day-limit', { resource: 'organizations', limit: null });
  await name.fill('nobody');
  await page.keyboard.press('Enter');
  await dialog.getByText('LinkedIn found no follower of your page with this name').waitFor();
  expect(takeErrors()).toEqual([]);
});
