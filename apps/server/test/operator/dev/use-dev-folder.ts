import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, expect } from 'vitest';
import type { DevState } from '../../../src/operator/dev/dev-state.ts';
import { stopPostmasterOf } from '../../../src/operator/embedded-postgres/postmaster.ts';
import { type DevProcess, makeFolder, networkAccountsOf, startDev } from './dev-process.ts';

export type DevFolder = {
  readonly folder: string;
  /** Starts the command, which the end of the test stops. */
  start(): DevProcess;
  /**
   * The same, and waits for the welcome. Every start must find the keys and accounts of the first.
   */
  welcomed(): Promise<{ readonly dev: DevProcess; readonly state: DevState }>;
};

/** A folder in which the tests of a file start the command, one after the other. */
export function useDevFolder(): DevFolder {
  const folder = makeFolder();
  let dev: DevProcess | undefined;
  let first: DevState | undefined;

  afterEach(async () => {
    dev?.child.kill('SIGTERM');
    await dev?.ended;
  });
  afterAll(async () => {
    await stopPostmasterOf(path.join(folder, 'postgres', 'data'));
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (): DevProcess => {
    dev = startDev(folder);
    return dev;
  };
  return {
    folder,
    start,
    async welcomed() {
      const started = start();
      const state = await started.welcome;
      first ??= state;
      expect([state.apiKey, networkAccountsOf(state)]).toEqual([first.apiKey, networkAccountsOf(first)]);
      return { dev: started, state };
    },
  };
}
