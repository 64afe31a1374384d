/**
 * How many times longer than `pnpm chaos` the share that every change has to pass waits before it gives up: it also runs on machines that do other
 * things, and says nothing about how quickly anything settles.
 */
export const PATIENCE = Number(process.env.CHAOS_PATIENCE ?? 1);
