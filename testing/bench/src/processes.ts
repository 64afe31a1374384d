import { readFileSync, writeFileSync } from 'node:fs';

/** `/proc` counts hundredths of a second (proc_pid_stat(5), sysconf(_SC_CLK_TCK), 2026-11). */
const TICK_US = 10_000;

/** CPU time of a process with all its threads, and of its children that ended, in microseconds. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return [11, 12, 13, 14].reduce((us, field) => us + Number(fields[field]) * TICK_US, 0);
}

/** Memory that a process holds now, in MB. */
export function rssOf(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}

/** Busy CPU time of the machine in microseconds: user, nice, system, irq, softirq and steal. */
export function busyCpu(): number {
  const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/\s+/).map(Number);
  return [0, 1, 2, 5, 6, 7].reduce((us, field) => us + fields[field]! * TICK_US, 0);
}

/** The most memory that a process has held since `forgetPeakRss`, in MB. */
export function peakRssOf(pid: number): number {
  const kb = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}

/** Sets the peak to what the process holds now (proc_pid_clear_refs(5), 2026-11). */
export const forgetPeakRss = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');
