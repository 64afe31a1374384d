import { describe, expect, it } from 'vitest';
import { postSlug } from '../src/index.ts';

const KEY = '0191d7a2-5f3e-7c11-9d3a-2b6f0c4e8a11';
const END = 'd07315b7f6e2';

describe('the slug of a post', () => {
  it.each([
    ['the words of the text', 'Rye bread is back!', `rye-bread-is-back-${END}`],
    ['letters without their accents', 'Crème brûlée, ﬁne', `creme-brulee-fine-${END}`],
    [
      'whole words only',
      'one two three four five six seven eight nine ten',
      `one-two-three-four-five-six-seven-eight-${END}`,
    ],
    ['the beginning of one long word', 'x'.repeat(90), `${'x'.repeat(40)}-${END}`],
    ['a word of its own where no letter fits', 'Ржаной хлеб 🍞', `post-${END}`],
    ['a word of its own without text', '', `post-${END}`],
  ])('begins with %s', (_, text, slug) => {
    expect(postSlug(text, KEY)).toBe(slug);
  });

  it('differs for every write of the same text, and is the same for every try of one', () => {
    const slugs = Array.from({ length: 200 }, (_, n) => postSlug('Rye', `target-${n}`));
    expect(new Set(slugs).size).toBe(200);
    expect(postSlug('Rye', 'target-7')).toBe(slugs[7]);
  });
});
