import { styleText } from 'node:util';
import { table } from './table.ts';

/** The parts of a process that the command uses. */
export type Surroundings = Pick<NodeJS.Process, 'env' | 'platform' | 'stdin' | 'stdout' | 'stderr' | 'once' | 'off'>;

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Data goes to stdout, everything that is said about it to stderr. */
export type Output = {
  /** Whether data is JSON: when it is asked for, or when stdout is no terminal. */
  readonly json: boolean;
  /** The result of the command: the value as JSON, or what `text` makes of it. */
  data(value: unknown, text: () => string): void;
  /** A table for people below its header, or a sentence when it has no rows. */
  table(header: readonly string[], rows: readonly (readonly string[])[], empty: string): string;
  /** A message for people, on a line of its own. */
  note(text: string): void;
  /**
   * Shows what is being done right now, in place of the last such text; nothing where nobody looks.
   */
  progress(text: string): void;
  /** Colours of stdout: none without a terminal, and with NO_COLOR. */
  paint(style: Style, text: string): string;
};

export function createOutput({ stdout, stderr, env }: Surroundings, json: boolean | undefined): Output {
  const isJson = json ?? !stdout.isTTY;
  const hasColours = stdout.isTTY && !env.NO_COLOR && env.TERM !== 'dumb';
  const paint: Output['paint'] = (style, text) =>
    hasColours ? styleText(style, text, { validateStream: false }) : text;
  let shown = false;
  const clear = (): void => {
    if (shown) stderr.write('\r\u001b[K');
    shown = false;
  };
  return {
    json: isJson,
    data(value, text) {
      clear();
      stdout.write(isJson ? `${JSON.stringify(value, null, stdout.isTTY ? 2 : 0)}\n` : text());
    },
    table: (header, rows, empty) =>
      rows.length === 0 ? `${empty}\n` : table([header.map((name) => paint('dim', name)), ...rows]),
    note(text) {
      clear();
      stderr.write(`${text}\n`);
    },
    progress(text) {
      if (!stderr.isTTY) return;
      clear();
      // Two lines could not be taken back.
      stderr.write([...text].slice(0, Math.max(10, (stderr.columns || 80) - 1)).join(''));
      shown = text !== '';
    },
    paint,
  };
}
