import { readdirSync, readFileSync } from 'node:fs';

/** `/proc` counts hundredths of a second (proc_pid_stat(5), sysconf(_SC_CLK_TCK), 2026-11). */
const TICK_US = 10_000;

/**
 * CPU time of PostgreSQL, its sessions and background processes, in microseconds; Linux only. A
 * process that ended counts through its parent.
 */
export function cpuOfPostgres(postmaster: number): number {
  let us = statOf(postmaster).endedUs;
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (Number.isNaN(pid)) continue;
    try {
      if (pid === postmaster || statOf(pid).parent === postmaster) us += usedUs(pid);
    } catch {
      // It ended in between.
    }
  }
  return us;
}

/** The fields after the name: 4 is the parent, 16 and 17 the time of ended children. */
function statOf(pid: number): { readonly parent: number; readonly endedUs: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return { parent: Number(fields[1]), endedUs: (Number(fields[13]) + Number(fields[14])) * TICK_US };
}

/** Nanoseconds on a CPU (kernel documentation, scheduler/sched-stats, checked 2026-11). */
const usedUs = (pid: number): number => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
