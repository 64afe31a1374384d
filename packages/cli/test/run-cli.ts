import { Readable, Writable } from 'node:stream';
import { main } from '../src/main.ts';
import type { Surroundings } from '../src/output/create-output.ts';

export type CliRun = { readonly code: number; readonly stdout: string; readonly stderr: string };

type Given = {
  readonly env?: NodeJS.ProcessEnv;
  /** Whether stdout and stderr are a terminal of 100 columns. */
  readonly tty?: boolean;
  readonly stdin?: string;
};

/** Runs the command in this process, with exactly this environment. */
export async function runCli(
  words: readonly string[],
  { env = {}, tty = false, stdin = '' }: Given = {},
): Promise<CliRun> {
  const texts = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof texts) => {
    const written = new Writable({
      decodeStrings: false,
      write(text: string, _encoding, done) {
        texts[name] += text;
        done();
      },
    });
    return Object.assign(written, { isTTY: tty, columns: 100 });
  };
  const surroundings = {
    env,
    platform: 'linux',
    stdin: Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]),
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    once: () => undefined,
    off: () => undefined,
  };
  const code = await main(words, surroundings as unknown as Surroundings);
  return { code, ...texts };
}
