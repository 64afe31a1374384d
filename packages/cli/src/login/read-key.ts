import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CliError } from '../cli-error.ts';
import type { Context } from '../context.ts';

/** Longer than any key; a larger input is another file. */
const MAX_LENGTH = 1_000;

/** Reads a key from stdin, whatever it is. */
export async function readKeyFromStdin({ process: { stdin } }: Pick<Context, 'process'>): Promise<string> {
  let text = '';
  for await (const chunk of stdin.setEncoding('utf8')) {
    text += chunk;
    if (text.length > MAX_LENGTH) break;
  }
  return text;
}

/** Asks on the terminal. The answer is shown only when `hidden` is false. */
export async function ask(
  { process: { stdin, stderr }, signal }: Pick<Context, 'process' | 'signal'>,
  question: string,
  { hidden = false }: { readonly hidden?: boolean } = {},
): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: hidden ? nowhere : stderr, terminal: true });
  // The terminal is raw: Ctrl-C comes as a key.
  const stopped = new AbortController();
  lines.on('SIGINT', () => stopped.abort());
  if (hidden) stderr.write(question);
  try {
    const limit = AbortSignal.any([signal, stopped.signal]);
    return (await lines.question(hidden ? '' : question, { signal: limit })).trim();
  } catch (error) {
    if (stopped.signal.aborted) throw new CliError('Stopped. Nothing is stored.');
    throw error;
  } finally {
    lines.close();
    if (hidden) stderr.write('\n');
  }
}
