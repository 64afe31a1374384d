import { readdirSync, readFileSync } from 'node:fs';

/** `/proc` counts in hundredths of a second, whatever the kernel's own clock does (proc_pid_stat(5), sysconf(_SC_CLK_TCK), checked 2026-11). */
const TICK_US = 10_000;

/**
 * CPU time of PostgreSQL, its sessions and background processes, in microseconds; Linux only. `without` is the process of a session that measures. A process
 * that ended counts through its parent.
 */
export function cpuOfPostgres(postmaster: number, without: number): number {
  let us = statOf(postmaster).endedUs;
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (Number.isNaN(pid) || pid === without) continue;
    try {
      if (pid === postmaster || statOf(pid).parent === postmaster) us += usedUs(pid);
    } catch {
      // It ended in between.
    }
  }
  return us;
}

/** The fields after the name, which may have spaces: field 4 is the parent, 16 and 17 the time of ended children. */
function statOf(pid: number): { readonly parent: number; readonly endedUs: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return { parent: Number(fields[1]), endedUs: (Number(fields[13]) + Number(fields[14])) * TICK_US };
}

/** Nanoseconds on a CPU (kernel documentation, scheduler/sched-stats, checked 2026-11). A process of PostgreSQL has one thread. */
const usedUs = (pid: number): number => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
