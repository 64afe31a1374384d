import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type ReceiverProcess = {
  /** The address of the receiver. */
  readonly url: string;
  readonly process: ChildProcess;
  readonly lines: readonly string[];
};

/** A receiver that has loaded and does not listen yet. */
export type StandByReceiver = {
  readonly process: ChildProcess;
  /** Lets it listen, at `PORT`. */
  takeOver(): Promise<ReceiverProcess>;
};

type Env = Readonly<Record<string, string>>;

/** Starts the receiver as a process; resolves when it listens, rejects when it ends before. */
export async function startReceiver(env: Env): Promise<ReceiverProcess> {
  return listening(spawnReceiver(env));
}

/** Starts a receiver that takes over within milliseconds once another one is gone. */
export async function startStandBy(env: Env): Promise<StandByReceiver> {
  const spawned = spawnReceiver({ ...env, STAND_BY: 'yes' });
  await spawned.printed(/^stands by$/);
  return {
    process: spawned.child,
    takeOver() {
      spawned.child.stdin.end('\n');
      return listening(spawned);
    },
  };
}

type Spawned = ReturnType<typeof spawnReceiver>;

async function listening({ child, lines, printed }: Spawned): Promise<ReceiverProcess> {
  const [, url = ''] = await printed(/^listens at (\S+)/);
  return { url, process: child, lines };
}

function spawnReceiver(env: Env) {
  const file = fileURLToPath(new URL('receiver.ts', import.meta.url));
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout }).on('line', (line) => void lines.push(line));
  /** Resolves with the match of a line that comes from now on. */
  const printed = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      output.on('line', (line) => {
        const match = pattern.exec(line);
        if (match) resolve(match);
      });
      child.once('close', (code, signal) => reject(new Error(`The receiver ended with ${signal ?? code}.`)));
    });
  return { child, lines, printed };
}
