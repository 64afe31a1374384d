import { type Run, runProgram } from '@fanfare/harness/testing';

export const runExample = (env: Readonly<Record<string, string>>): Promise<Run> =>
  runProgram(new URL('../src/index.ts', import.meta.url), env);

/** The rows below the head of the table of targets. */
export const rowsOf = (run: Run): string[] =>
  (/─\n(.*?)\n\n3 {2}/s.exec(run.stdout)?.[1] ?? '').split('\n').map((line) => line.trim());
