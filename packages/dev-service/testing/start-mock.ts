import { fileURLToPath } from 'node:url';
import { startProgram } from './run-program.ts';

const MOCK = fileURLToPath(new URL('../../mock/src/server/bin.ts', import.meta.url));

/** The mock as its own command serves it, with an account on each network. */
export type RunningMock = {
  /** For a program that is to use it. */
  readonly env: { readonly FANFARE_BASE_URL: string; readonly FANFARE_API_KEY: string };
  /** Its controls: `control('/faults', { route: 'posts.create', drop: 'after' })`. */
  control(path: string, body: object): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the mock's command on a free port. */
export async function startMock(): Promise<RunningMock> {
  const program = startProgram(process.execPath, [MOCK, '--port', '0', '--scenario', 'everything-works'], process.env);
  const output = await program.prints('Controls ');
  const [, url = '', apiKey = ''] = /on (http\S+)\nAPI key (\S+)/.exec(output) ?? [];
  return {
    env: { FANFARE_BASE_URL: url, FANFARE_API_KEY: apiKey },
    async control(path, body) {
      const answer = await fetch(`${url}/__mock${path}`, { method: 'POST', body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(await answer.text());
    },
    async stop() {
      program.kill('SIGTERM');
      await program.ended;
    },
  };
}
