/** Something running that has to be stopped: in order, or at once. */
export type Running = { stop(): Promise<void>; kill?(): void };

export type Shutdown = {
  /** Takes over the stopping of something that has just been started. */
  add<T extends Running>(running: T): T;
  /** Throws when a stop was asked for meanwhile: a start does not go on then. */
  proceed(): void;
  /** Asks for the stop: what runs is stopped, last started first. */
  request(): void;
  readonly requested: Promise<void>;
  /** Stops everything that was added, and what is added while it does. Whoever asks again waits for the same stop. */
  finish(): Promise<void>;
  /** Kills what has not been stopped yet. */
  kill(): void;
};

/** A start ended because a stop was asked for. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Order for a start that may be interrupted at any step and still leaves nothing running. */
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
