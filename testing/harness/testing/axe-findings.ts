import axe from 'axe-core';
import type { Page } from 'playwright-core';

// It waits for animations that end: what is half transparent has another contrast.
const FIND = `(async () => {
  const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map((one) => one.finished));
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' ')));
})()`;

/** Returns the findings of axe on a page: `rule: element`. */
export async function axeFindings(page: Page): Promise<string[]> {
  const isLoaded = await page.evaluate("'axe' in globalThis");
  if (!isLoaded) await page.evaluate(axe.source);
  return page.evaluate<string[]>(FIND);
}
