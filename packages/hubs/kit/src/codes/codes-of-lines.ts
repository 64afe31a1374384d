import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { CodeSource } from './code-source.ts';

/** One code a line, read when it is needed: a program that makes codes may write each line late. */
export function codesOfLines(input: Readable): CodeSource {
  const lines = createInterface({ input })[Symbol.asyncIterator]();
  return {
    async next() {
      const { value, done } = await lines.next();
      return done === true || value.trim() === '' ? null : value.trim();
    },
    none: 'there was no further line with a connect code',
  };
}
