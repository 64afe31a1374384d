import fc from 'fast-check';
import { expect, test } from 'vitest';
import { publishNow } from '../src/agreement/arbitrary-posts.ts';

type Body = { readonly content: string; readonly platforms: readonly { platform: string; content?: string }[] };

test('no network gets one text twice in a post that goes out at once: the memory of networks is not compared', () => {
  let severalOnOne = 0;
  for (const { body } of fc.sample(publishNow, { numRuns: 2_000, seed: 1 })) {
    const { content, platforms } = body as unknown as Body;
    const texts = platforms.map((target) => `${target.platform}: ${target.content ?? content}`);
    expect(texts).toEqual([...new Set(texts)]);
    if (new Set(platforms.map(({ platform }) => platform)).size < platforms.length) severalOnOne += 1;
  }
  expect(severalOnOne).toBeGreaterThan(50);
});
