import { shownIn, withoutChance } from '@fanfare/harness/testing';

export const PROGRAM = new URL('../src/index.ts', import.meta.url);

/** Output that the README shows. */
export const [shown = ''] = shownIn(new URL('../README.md', import.meta.url));

/**
 * The lines in alphabetical order: on a busy machine the job of the killed worker may overtake the
 * last one.
 */
export const linesOf = (output: string): string[] => withoutChance(output).split('\n').toSorted();
