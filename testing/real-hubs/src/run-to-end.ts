import { execFile } from 'node:child_process';

/** Runs a program and returns its output. Throws with the output when it fails. */
export function runToEnd(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv; readonly input?: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const { cwd, env, input } = options;
    const child = execFile(command, [...args], { cwd, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      error ? reject(new Error(`${command} failed: ${error.message}\n${stdout}${stderr}`)) : resolve(stdout),
    );
    // A program may end without reading its input.
    child.stdin?.on('error', () => undefined).end(input ?? '');
  });
}
