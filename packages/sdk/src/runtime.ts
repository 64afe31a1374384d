/** Time and randomness; tests replace both. */
export type Runtime = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects with the signal’s reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** At least 0, below 1. */
  random(): number;
  /** A new idempotency key. */
  newKey(): string;
};

export const systemRuntime: Runtime = {
  now: Date.now,
  random: Math.random,
  // Not randomUUID: browsers have that on https only.
  newKey: () =>
    `sdk_${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', abort, { once: true });
    }),
};
