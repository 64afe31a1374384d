import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { THREADS_CONTAINER_ERRORS } from '../src/container-errors.ts';
import type { GraphErrorRow } from '../src/graph-error-row.ts';
import { GRAPH_ERROR_MARKERS, GRAPH_ERRORS } from '../src/graph-errors.ts';

const page = (name: string): string =>
  readFileSync(new URL(`../../../../docs/networks/${name}.md`, import.meta.url), 'utf8');

/** Rows of the page's error table: name and target code. */
const documented = (text: string): readonly string[] =>
  [...text.matchAll(/^\| `([^`]+)` \| [^|]+ \| `(\w+)` \| [^|]+ \|$/gm)].map(([, name, code]) => `${name} ${code}`);

const codeOf = (row: GraphErrorRow): string =>
  row.code === null ? '*' : typeof row.code === 'number' ? `${row.code}` : `${row.code[0]}-${row.code[1]}`;
const named = (row: GraphErrorRow): string =>
  `${row.subcode === undefined ? codeOf(row) : `${codeOf(row)}/${row.subcode}`} ${row.becomes}`;

/** Subcodes 2207xxx are Instagram's, 4279xxx those of Threads; two of the former were seen on both. */
const isInstagrams = ({ subcode = 0 }: GraphErrorRow): boolean => subcode < 4_279_000;
const isThreads = ({ subcode = 0 }: GraphErrorRow): boolean =>
  subcode < 1_000_000 || subcode >= 4_279_000 || subcode === 2_207_051 || subcode === 2_207_052;

describe('docs/networks', () => {
  it('list every row of the error tables with its target code, in order', () => {
    expect(documented(page('instagram'))).toEqual(GRAPH_ERRORS.filter(isInstagrams).map(named));
    const containers = Object.entries(THREADS_CONTAINER_ERRORS).map(([name, row]) => `${name} ${row.becomes}`);
    expect(documented(page('threads'))).toEqual([...GRAPH_ERRORS.filter(isThreads).map(named), ...containers]);
  });

  it('name every text that decides without a subcode', () => {
    const both = `${page('instagram')} ${page('threads')}`;
    expect(GRAPH_ERROR_MARKERS.filter((marker) => !both.includes(marker.text))).toEqual([]);
  });
});
