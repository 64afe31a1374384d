import { choose, postText, savedAsDraft, sent } from '../test/composing.ts';
import { chooseFiles, sampleFile, uploaded } from '../test/files.ts';
import { press } from '../test/press.ts';
import { leaveField, type TakePart, take } from './take.ts';

/** Takes the way from the set-up link to the first post. */
export const takeFirstPost: TakePart = async (dashboard, folder) => {
  const page = await dashboard.newGuest();
  await page.goto(dashboard.service.setupUrl);
  await take(page, { folder, name: 'first-post-1-set-up-link' });
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await press(page, 'Sign in');
  await page.getByText('Publish the first post').waitFor();
  await take(page, { folder, name: 'first-post-2-signed-in' });
  await page.goto('/compose');
  await choose(page, 'Threads', 'X');
  await postText(page).fill('Sunrise at the harbour. First coffee at six, come by.');
  await chooseFiles(page, [sampleFile('harbour.jpg')]);
  await page.getByLabel('Alt text of picture 1').fill('Boats in a harbour at sunrise');
  await uploaded(page, 'harbour.jpg');
  await savedAsDraft(page);
  await leaveField(page);
  await page.evaluate(() => scrollTo(0, 0));
  await take(page, { folder, name: 'first-post-3-composed' });
  await press(page, 'Publish now');
  await sent(page, 'Published');
  await take(page, { folder, name: 'first-post-4-published' });
};
