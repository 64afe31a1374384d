import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Owner } from '../../../src/accounts/credentials/read-credential.ts';

export type CallerOrder = { readonly owner: Owner; readonly callers: number };

export type CallerWord =
  | { readonly type: 'ready' }
  /** It is about to ask the network for a renewal. */
  | { readonly type: 'asking' }
  /** `not_active`, `unavailable`, or the hash of the access token that was opened. */
  | { readonly type: 'answers'; readonly answers: readonly string[] };

/** Processes that open the same credential concurrently and can be killed meanwhile. */
export type Callers = {
  /** The results of all callers; null for a killed process. */
  open(owner: Owner, callersEach: number): Promise<readonly (readonly string[] | null)[]>;
  /** Resolves with the next process that calls the network. */
  calling(): Promise<number>;
  kill(index: number): void;
  /** Restarts the killed processes. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

const PROGRAM = new URL('./caller-process.ts', import.meta.url);

export async function startCallers(count: number, env: Readonly<Record<string, string>>): Promise<Callers> {
  const children: (ChildProcess | null)[] = Array.from({ length: count }, () => null);
  const listeners = new Set<(index: number) => void>();

  const start = async (index: number): Promise<void> => {
    const { PATH = '', HOME = '' } = process.env;
    const child = fork(PROGRAM, {
      env: { PATH, HOME, ...env },
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    children[index] = child;
    child.on('message', (word: CallerWord) => {
      if (word.type === 'asking') for (const hear of listeners) hear(index);
    });
    child.once('exit', () => {
      if (children[index] === child) children[index] = null;
    });
    await new Promise<void>((resolve, reject) => {
      child.once('exit', () => reject(new Error('a process of callers ended while it started')));
      child.on('message', (word: CallerWord) => {
        if (word.type === 'ready') resolve();
      });
    });
  };

  const callers: Callers = {
    open: (owner, callersEach) =>
      Promise.all(
        children.map(async (child) => {
          if (!child) return null;
          const answered = new Promise<readonly string[] | null>((resolve) => {
            const end = (answers: readonly string[] | null): void => {
              child.off('message', hear);
              child.off('exit', died);
              resolve(answers);
            };
            const hear = (word: CallerWord): void => {
              if (word.type === 'answers') end(word.answers);
            };
            const died = (): void => end(null);
            child.on('message', hear);
            child.once('exit', died);
          });
          child.send({ owner, callers: callersEach } satisfies CallerOrder, () => undefined);
          return answered;
        }),
      ),
    calling: () =>
      new Promise((resolve) => {
        const hear = (index: number): void => {
          listeners.delete(hear);
          resolve(index);
        };
        listeners.add(hear);
      }),
    kill: (index) => void children[index]?.kill('SIGKILL'),
    async ready() {
      await Promise.all(children.map((child, index) => (child ? undefined : start(index))));
    },
    async close() {
      const ended = children.flatMap((child) => (child ? [once(child, 'exit')] : []));
      for (const child of children) child?.kill('SIGKILL');
      await Promise.all(ended);
    },
  };
  await callers.ready();
  return callers;
}
