import { afterEach, beforeEach } from 'vitest';
import { Fanfare } from '../src/fanfare.ts';
import type { FanfareOptions } from '../src/options.ts';
import type { Runtime } from '../src/runtime.ts';
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts';

/** A clock that sleepers move on, and no chance. */
export type TestRuntime = Runtime & { readonly slept: number[] };

export const API_KEY = 'fanfare_sk_TheSecretThatNobodyMayEverSee';
export const NOW = Date.parse('2026-11-20T12:00:00.000Z');

export function createTestRuntime(): TestRuntime {
  let nowMs = NOW;
  let keys = 0;
  const slept: number[] = [];
  return {
    slept,
    now: () => nowMs,
    random: () => 0,
    newKey: () => `made_${++keys}`,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      slept.push(ms);
      nowMs += ms;
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
    },
  };
}

// The declared constructor hides the runtime from users.
const Client = Fanfare as unknown as new (options: FanfareOptions, runtime: Runtime) => Fanfare;

export type Stage = {
  readonly server: ScriptedServer;
  readonly runtime: TestRuntime;
  readonly fanfare: Fanfare;
  client(options?: FanfareOptions, runtime?: Runtime): Fanfare;
};

/** A scripted server and a client of it, new for every test. */
export function useClient(): Stage {
  const stage = {} as { -readonly [Name in keyof Stage]: Stage[Name] };
  beforeEach(async () => {
    stage.server = await startScriptedServer();
    stage.runtime = createTestRuntime();
    stage.client = (options, runtime = stage.runtime) =>
      new Client({ baseUrl: stage.server.baseUrl, apiKey: API_KEY, ...options }, runtime);
    stage.fanfare = stage.client();
  });
  afterEach(() => stage.server.close());
  return stage;
}

/** Returns what the promise rejects with. */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it did not reject');
}
