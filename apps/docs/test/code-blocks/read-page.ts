import { readFileSync } from 'node:fs';
import { fileOf } from '../../src/pages.ts';

/** A fenced block of a page. */
export type Block = {
  readonly language: string;
  /** Name of the file in the page's instructions; empty where it is no file. */
  readonly file: string;
  readonly text: string;
  /** Line of the page it begins at. */
  readonly line: number;
  /** The block that follows directly and shows what this one answers or prints. */
  readonly shown: Block | null;
};

/** The lines of a page at which a section begins. */
export function headingsOf(name: string): readonly number[] {
  const lines = readFileSync(fileOf(name), 'utf8').split('\n');
  return lines.flatMap((line, index) => (line.startsWith('## ') ? [index + 1] : []));
}

const SHOWN = ['text', 'json', 'http'];

/** The blocks of a page of `docs/` that can be run, each with what the page shows below it. */
export function readPage(name: string): readonly Block[] {
  const blocks = [...readFileSync(fileOf(name), 'utf8').matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(
    (match) => ({
      language: match[1] ?? '',
      file: match[2] ?? '',
      text: match[3] ?? '',
      line: match.input.slice(0, match.index).split('\n').length,
    }),
  );
  return blocks.flatMap((block, index) => {
    if (SHOWN.includes(block.language)) return [];
    const next = blocks[index + 1];
    return [{ ...block, shown: next && SHOWN.includes(next.language) ? { ...next, shown: null } : null }];
  });
}
