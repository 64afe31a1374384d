/** Running part that stops in order, or at once. */
export type Running = { stop(): Promise<void>; kill?(): void };

export type Shutdown = {
  /** Registers a started part, to stop it later. */
  add<T extends Running>(running: T): T;
  /** Throws `Stopped` when a stop was requested: a start must not continue then. */
  proceed(): void;
  request(): void;
  readonly requested: Promise<void>;
  /** Stops all parts, last added first, also parts added meanwhile. Calls share one stop. */
  finish(): Promise<void>;
  /** Kills parts that have not stopped yet. */
  kill(): void;
};

/** Thrown by a start that a stop interrupted. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Lets a start be interrupted at any step without leaving anything running. */
export function createShutdown(): Shutdown {
  const running: Running[] = [];
  let isRequested = false;
  let request = (): void => undefined;
  const requested = new Promise<void>((resolve) => {
    request = () => {
      isRequested = true;
      resolve();
    };
  });
  let stopping: Promise<void> | null = null;
  const stopAll = async (): Promise<void> => {
    for (let last = running.at(-1); last; last = running.at(-1)) {
      await last.stop();
      running.splice(running.indexOf(last), 1);
    }
    stopping = null;
  };
  const finish = (): Promise<void> => {
    isRequested = true;
    stopping ??= stopAll();
    return stopping;
  };
  return {
    add(one) {
      running.push(one);
      return one;
    },
    proceed() {
      if (isRequested) throw new Stopped('stopped');
    },
    request: () => request(),
    requested,
    finish,
    kill() {
      for (const one of running.toReversed()) one.kill?.();
    },
  };
}
