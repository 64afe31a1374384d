import type { Check } from './check.ts';
import type { Observer } from './recorder.ts';

type Output = {
  write(text: string): void;
  /** Whether a line can be written again. */
  readonly isTerminal: boolean;
};

const MARKS = { passed: '✓', failed: '✗', skipped: '–' } as const;
const ERASE_LINE = '\r\u001b[2K';
const LABEL_WIDTH = 10;

/** Prints each check as soon as it has ended, and on a terminal the one that runs. */
export function createTextObserver(output: Output, { verbose }: { readonly verbose: boolean }): Observer {
  return {
    section: (name) => output.write(`\n${name}\n`),
    started(name) {
      if (output.isTerminal) output.write(`  … ${name}`);
    },
    ended(check) {
      if (output.isTerminal) output.write(ERASE_LINE);
      output.write(`${linesOf(check, verbose).join('\n')}\n`);
    },
  };
}

function linesOf(check: Check, verbose: boolean): readonly string[] {
  const { name, rule, expected } = check;
  const first = `  ${MARKS[check.result]} ${name}`;
  if (check.result === 'skipped') return [`${first}: skipped, ${check.reason}`];
  const came = check.came === undefined ? [] : [line('came', check.came)];
  const details = [line('expected', expected), ...came, line('rule', `“${rule.sentence}” (${rule.source})`)];
  if (check.result === 'failed' || verbose) return [first, ...details];
  return [check.came === undefined ? first : `${first}: ${check.came}`];
}

const line = (label: string, text: string): string => `      ${label.padEnd(LABEL_WIDTH)}${text}`;
