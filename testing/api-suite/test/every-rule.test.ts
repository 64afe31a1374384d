import { readFileSync } from 'node:fs';
import { REQUEST_RULES } from '@fanfare/rules';
import { expect, test } from 'vitest';
import { CONTENT_RULE_CASES } from '../src/content-rule-cases.ts';
import { STATEMENTS } from '../src/statements/index.ts';

/** A request holds at most ten items, and these rules forbid more. */
const CANNOT_BE_BROKEN = [
  'hub.media.max_images',
  'instagram.carousel.max_items',
  'linkedin.images.max_count',
  'threads.carousel.max_items',
];

test('every documented rule that a request can break has a statement', () => {
  const page = readFileSync(new URL('../../../docs/limits.md', import.meta.url), 'utf8');
  // Rules about files are tried with the files of a corpus, by the rules and by the simulators.
  const requests = page.replaceAll(/^Of files:\n\n(?:\|.*\n)+/gm, '');
  const documented = [...requests.matchAll(/^\| `([a-z_]+\.[a-z_]+\.?[a-z_]*)` \|/gm)].map(([, name]) => name);
  const tried = [...CONTENT_RULE_CASES.map(({ rule }) => rule), ...REQUEST_RULES.map(({ name }) => name)];
  expect(documented.toSorted()).toEqual([...tried, ...CANNOT_BE_BROKEN].toSorted());
  for (const rule of tried)
    expect(
      STATEMENTS.some(({ statement }) => statement.includes(rule)),
      rule,
    ).toBe(true);
});
