import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Shutdown } from './shutdown.ts';

const BUILD = fileURLToPath(new URL('../../../../dashboard/scripts/build.ts', import.meta.url));

/** Builds a changed dashboard. The service works without it, so a failure is only printed. */
export async function buildDashboard(deps: {
  readonly env: Record<string, string>;
  readonly shutdown: Shutdown;
  readonly print: (text: string) => void;
}): Promise<void> {
  const build = spawn(process.execPath, [BUILD], { env: deps.env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  build.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => {
    build.once('error', () => resolve(1));
    build.once('close', resolve);
  });
  deps.shutdown.add({
    stop: async () => {
      build.kill();
      await ended;
    },
    kill: () => void build.kill('SIGKILL'),
  });
  // A stop ends it without a code.
  if ((await ended) === 1) deps.print(`The dashboard could not be built:\n${errors}\n`);
}
