import { styleText } from 'node:util';

const REDRAW_MS = 100;
const CLEAR_LINE = '\r\u001b[2K';

// Node omits colours in files, in pipes, and when NO_COLOR is set.
export const good = (text: string): string => styleText('green', text);
export const bad = (text: string): string => styleText('red', text);
export const faint = (text: string): string => styleText('dim', text);

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function title(text: string): void {
  say(`\n${styleText('bold', text)}\n`);
}

type Screen = { readonly isTTY?: boolean; write(text: string): unknown };

/** Awaits work; on a terminal a line counts the seconds meanwhile, and is then removed. */
export async function showProgress<Result>(
  text: string,
  work: Promise<Result>,
  screen: Screen = process.stdout,
): Promise<Result> {
  if (!screen.isTTY) return work;
  const startedAt = performance.now();
  const draw = (): void => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    screen.write(`${CLEAR_LINE}${faint(`   ${text}… ${seconds} s`)}`);
  };
  const timer = setInterval(draw, REDRAW_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    screen.write(CLEAR_LINE);
  }
}
