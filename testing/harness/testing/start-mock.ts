import { fileURLToPath } from 'node:url';
import { postJson } from '../src/post-json.ts';
import { startProgram } from './run-program.ts';

const MOCK = fileURLToPath(new URL('../../../packages/mock/src/server/bin.ts', import.meta.url));

/** The mock as its own command serves it. */
export type RunningMock = {
  /** For a program that is to use it. */
  readonly env: { readonly FANFARE_BASE_URL: string; readonly FANFARE_API_KEY: string };
  /** Its controls: `control('/faults', { route: 'posts.create', drop: 'after' })`. */
  control(path: string, body: object): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the mock on a free port: with an account on each network, or without a scenario. */
export async function startMock(scenario: 'everything-works' | null = 'everything-works'): Promise<RunningMock> {
  const args = [
    MOCK,
    '--port',
    '0',
    '--deliver',
    '--allowed-host',
    '127.0.0.1',
    ...(scenario === null ? [] : ['--scenario', scenario]),
  ];
  const program = startProgram(process.execPath, args, process.env);
  const output = await program.prints('Controls ');
  const [, url = '', apiKey = ''] = /on (http\S+)\nAPI key (\S+)/.exec(output) ?? [];
  return {
    env: { FANFARE_BASE_URL: url, FANFARE_API_KEY: apiKey },
    control: (path, body) => postJson(`${url}/__mock${path}`, body),
    async stop() {
      program.kill('SIGTERM');
      await program.ended;
    },
  };
}
