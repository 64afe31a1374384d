import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TEXT_ERRORS } from '../src/general-errors.ts';
import type { GraphErrorRow } from '../src/graph-error-row.ts';
import { type MetaNetwork, TABLES } from '../src/graph-errors.ts';

const page = (name: string): string =>
  readFileSync(new URL(`../../../../docs/networks/${name}.md`, import.meta.url), 'utf8');

/** Rows of the page's error table: name, message and target code. */
const documented = (text: string) =>
  [...text.matchAll(/^\| `([^`]+)` \| ([^|]+) \| `(\w+)` \| [^|]+ \|$/gm)].map(([, ...cells]) => cells);

/**
 * Subcodes 2207xxx and some words are Instagram's; 4279xxx, other words and the names of containers
 * are those of Threads. Two subcodes were seen on both.
 */
const OF_THREADS = /^[A-Z_]+$|too_many_links|text_too_long|\/4279/;
const OF_INSTAGRAM = /not_professional|label_refused|\/2108006|\/2207(?!05[12])/;
const isOf = (network: MetaNetwork, { name }: GraphErrorRow): boolean =>
  !(network === 'Instagram' ? OF_THREADS : OF_INSTAGRAM).test(name) || name === 'EXPIRED';

describe.each(['Instagram', 'Threads'] as const)('the page of %s', (network) => {
  const rows = TABLES[network].rows.filter((row) => isOf(network, row));

  it('lists every row of the error table with its meaning and target code, in order', () => {
    const once = new Map(rows.map(({ name, message, code }) => [name, [name, message, code]]));
    expect(documented(page(network.toLowerCase()))).toEqual([...once.values()]);
  });
});

it('the pages name every text that decides without a subcode', () => {
  const both = `${page('instagram')} ${page('threads')}`;
  const texts = TEXT_ERRORS.flatMap(({ when = [] }) => when.flatMap(({ text }) => text?.source.split('|') ?? []));
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.filter((text) => !both.includes(text))).toEqual([]);
});
