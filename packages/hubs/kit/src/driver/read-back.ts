import type { HubPost } from '@fanfare/hub';
import type { Clock } from '@fanfare/network';
import { type CheckResult, failed, noneOf, passed, skipped } from '../report/check.ts';
import { isImage, type Page, readPage, withoutSpace } from './read-page.ts';

const LOOK_EVERY_MS = 1_000;

/** Reads a page until it is right, or for `waitMs`: some hubs build pages later. */
export async function readBack(
  clock: Clock,
  { url, post, waitMs }: { readonly url: string; readonly post: HubPost; readonly waitMs: number },
): Promise<CheckResult> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const problems = await problemsOf(await readPage(url), post);
    if (problems.length === 0) return passed(url);
    if (waited >= waitMs) return noneOf(problems.map((problem) => `${url} ${problem}`));
    await clock.sleep(LOOK_EVERY_MS);
  }
}

async function problemsOf(page: Page | null, { text, images }: HubPost): Promise<readonly string[]> {
  if (page === null) return ['does not answer'];
  if (page.status !== 200) return [`answers ${page.status}`];
  const missing = text
    .split('\n')
    .filter((line) => !page.text.includes(withoutSpace(line)))
    .map((line) => `does not show the line “${line}”`);
  const ofImages = await Promise.all(images.map((image) => problemOfImage(page, image.altText ?? '')));
  return [...missing, ...ofImages.filter((problem) => problem !== null)];
}

async function problemOfImage(page: Page, altText: string): Promise<string | null> {
  const found = page.images.filter(({ alt }) => withoutSpace(alt) === withoutSpace(altText));
  if (found.length === 0) return `has no image with the alternative text “${altText}”`;
  const shown = await Promise.all(found.map(({ url }) => isImage(url)));
  return shown.includes(true) ? null : `has an image that no visitor gets (“${altText}”)`;
}

/** Whether the public page of a space links to a post. */
export async function findInSpace(
  clock: Clock,
  { spaceUrl, url, waitMs }: { readonly spaceUrl: string | null; readonly url: string; readonly waitMs: number },
): Promise<CheckResult> {
  if (spaceUrl === null) return skipped('the hub names no page of the space');
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const page = await readPage(spaceUrl);
    if (page?.links.includes(url)) return passed();
    if (waited >= waitMs) return failed(`${spaceUrl} does not link to ${url}`);
    await clock.sleep(LOOK_EVERY_MS);
  }
}
