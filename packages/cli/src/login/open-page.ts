import { spawn } from 'node:child_process';
import type { Context } from '../context.ts';

/** Opens a page in the person's browser. Returns false when this machine has no command for it. */
export function openPage({ process: { env, platform } }: Pick<Context, 'process'>, url: string): Promise<boolean> {
  const usual = platform === 'darwin' ? 'open' : platform === 'win32' ? 'explorer.exe' : 'xdg-open';
  return new Promise((resolve) => {
    const child = spawn(env.BROWSER || usual, [url], { detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
