/**
 * Multiplies every timeout. The share that runs with `pnpm test` sets it, because it also runs on
 * busy machines and does not measure speed.
 */
export const TIMEOUT_FACTOR = Number(process.env.CHAOS_TIMEOUT_FACTOR ?? 1);
