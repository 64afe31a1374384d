import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a program for ten minutes at most; throws with its output when it fails. */
export async function run(
  folder: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<string> {
  const options = {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    maxBuffer: 32 * 1024 * 1024,
    timeout: 600_000,
  };
  const { stdout } = await execute(command, args, options).catch((error) => {
    throw new Error(`${command} ${args.join(' ')}\n${error.stdout}${error.stderr}`);
  });
  return stdout;
}
