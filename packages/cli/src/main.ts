import { CommanderError } from '@commander-js/extra-typings';
import { CliError } from './cli-error.ts';
import { type Context, createContext } from './context.ts';
import { EXIT } from './exit-code.ts';
import type { Surroundings } from './output/create-output.ts';
import { createProgram } from './program.ts';

/** Runs the command and returns its exit code. */
export async function main(words: readonly string[], process: Surroundings): Promise<number> {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  // A second Ctrl-C ends at once, as without a listener.
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  // "| head" closes the pipe: nothing is left to say there.
  process.stdout.on('error', end);
  let exitCode: number = EXIT.done;
  let context: Context | null = null;
  const program = createProgram(process, (options, work) => {
    context = createContext(process, options, stop.signal);
    return work(context).then((code) => {
      exitCode = code;
    });
  });
  try {
    refuseKeys(words);
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    return await failed(error, process, context, stop.signal);
  } finally {
    process.off('SIGINT', end);
    process.off('SIGTERM', end);
  }
}

/** Other users of a machine see the words of a command, and a shell keeps them. */
function refuseKeys(words: readonly string[]): void {
  if (words.some((word) => /fanfare_(?:sk|at|rt)_/.test(word)))
    throw new CliError(
      'An API key is among the words of the command, where other users of this machine can see it. Revoke it under Settings → API keys. Give a key with "fanfare-cli login", FANFARE_API_KEY or --api-key-file.',
    );
}

async function failed(
  error: unknown,
  { stderr }: Surroundings,
  context: Context | null,
  signal: AbortSignal,
): Promise<number> {
  // Commander has printed it.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.refused;
  context?.output.progress('');
  if (error instanceof CliError) {
    stderr.write(`${error.message}\n`);
    return error.exitCode;
  }
  if (signal.aborted) {
    stderr.write('Stopped.\n');
    return EXIT.interrupted;
  }
  const { FanfareError } = await import('@fanfare/sdk');
  if (!(error instanceof FanfareError)) throw error;
  const { describeError } = await import('./describe-error.ts');
  const { text, exitCode } = describeError(error, context?.connection() ?? null);
  stderr.write(`${text}\n`);
  return exitCode;
}
