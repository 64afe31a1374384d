import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DevState } from '../../../src/operator/dev/dev-state.ts';

const DEV = fileURLToPath(new URL('../../../src/operator/dev/dev.ts', import.meta.url));

export type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

export type DevProcess = {
  readonly pid: number;
  readonly child: ChildProcess;
  /** Its whole output so far. */
  readonly output: () => string;
  /**
   * Resolves with dev.json when the welcome is printed; rejects with the output when the process
   * ends before.
   */
  readonly welcome: Promise<DevState>;
  readonly ended: Promise<Ended>;
  /** A signal as Ctrl-C sends it: to every process in the terminal's foreground. */
  press(signal: NodeJS.Signals): void;
};

/** A folder that every account may enter, like a checkout, with a blank in its path. */
export function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare dev '));
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * The accounts that every start finds again here. A hub is known by its address, which has another
 * port at each of these starts.
 */
export const networkAccountsOf = ({ accounts: { hub: _, ...networks } }: DevState): DevState['accounts'] => networks;

/** The command as `pnpm dev` runs it, on free ports, without this run's environment. */
export function startDev(folder: string, env: Record<string, string> = {}): DevProcess {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [DEV], {
    cwd: folder,
    env: { PATH, HOME, PORT: '0', SANDBOX_PORT: '0', FANFARE_FOLDER: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  const ended = new Promise<Ended>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
  const welcome = new Promise<DevState>((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      output += chunk.toString();
      // The end of the printed call is the end of the welcome.
      if (output.includes("\n  }'\n")) resolve(readState(folder) as DevState);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    void ended.then(({ code, signal }) => reject(new Error(`dev ended with ${signal ?? code}:\n${output}`)));
  });
  welcome.catch(() => undefined);
  return {
    pid: child.pid!,
    child,
    output: () => output,
    welcome,
    ended,
    press: (signal) => process.kill(-child.pid!, signal),
  };
}

export function readState(folder: string): Partial<DevState> {
  return JSON.parse(readFileSync(path.join(folder, 'dev.json'), 'utf8')) as Partial<DevState>;
}
