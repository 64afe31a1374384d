type Loop = {
  /** Does some of the work. Returns whether there may be more. */
  readonly look: (loop: { isStopping(): boolean }) => Promise<boolean>;
  readonly lookEveryMs: number;
  readonly onError: (error: unknown) => void;
};

export type JobLoop = {
  /** Looks for work now; once more when it is already looking. */
  wake(): void;
  /** Looks no more; resolves when the look that was under way has ended. */
  stop(): Promise<void>;
};

/** Looks for work at once, when it is woken, and from time to time; one look after the other. */
export function startJobLoop({ look, lookEveryMs, onError }: Loop): JobLoop {
  let working: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  const loop = { isStopping: () => stopped };

  const work = async (): Promise<void> => {
    do {
      again = false;
      if (await look(loop)) again = true;
    } while (again && !stopped);
  };
  const wake = (): void => {
    again = true;
    if (stopped || working) return;
    working = work()
      .catch(onError)
      .finally(() => {
        working = null;
        if (again) wake();
      });
  };
  const timer = setInterval(wake, lookEveryMs);
  // What an earlier process left does not wait.
  wake();

  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await working;
    },
  };
}
