import { expect, test } from 'vitest';
import { anchorsOf, localLinks } from '../src/markdown-links.ts';

test('headings get the anchors that GitHub gives them', () => {
  const page = '# One `two_three()` & [four](x.md)\n## Same\n```md\n# not a heading\n```\n## Same\n<a id="own"></a>\n';
  expect([...anchorsOf(page)]).toEqual(['one-two_three--four', 'same', 'same-1', 'own']);
});

test('links in code and links to other sites are left out', () => {
  const page =
    'See [a](b.md#c) and `[d](e.md)`, <a href="f.md">f</a>, [g](https://example.com).\n~~~\n[h](i.md)\n~~~\n[j]: k.md\n';
  expect(localLinks(page)).toEqual([
    { line: 1, target: 'b.md#c' },
    { line: 1, target: 'f.md' },
    { line: 5, target: 'k.md' },
  ]);
});
