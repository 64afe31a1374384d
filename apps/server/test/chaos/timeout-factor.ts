/** Multiplies every timeout. The share that runs with `pnpm test` sets it: it also runs on busy machines, and proves nothing about speed. */
export const TIMEOUT_FACTOR = Number(process.env.CHAOS_TIMEOUT_FACTOR ?? 1);
