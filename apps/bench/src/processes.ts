import { readdirSync, readFileSync, statSync } from 'node:fs';

/** `/proc` counts in hundredths of a second (proc_pid_stat(5), sysconf(_SC_CLK_TCK), checked 2026-11). */
const TICK_US = 10_000;
/** Of `st_blocks` (stat(2), checked 2026-11). */
const BLOCK_BYTES = 512;

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

/** CPU time that the whole machine was busy, in microseconds: user, nice, system, irq, softirq and steal of proc_stat(5). */
export function busyCpu(): number {
  const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/\s+/).map(Number);
  return [0, 1, 2, 5, 6, 7].reduce((us, field) => us + fields[field]! * TICK_US, 0);
}

/** The most memory that a process has held, in MB. */
export function peakRssOf(pid: number): number {
  const kb = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}

/** Disk space of the files without a name that a process has open, in MB. */
export function unnamedFileMbOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  let blocks = 0;
  for (const name of readdirSync(folder)) {
    try {
      const stats = statSync(`${folder}/${name}`);
      if (stats.isFile() && stats.nlink === 0) blocks += stats.blocks;
    } catch {
      // Closed meanwhile.
    }
  }
  return (blocks * BLOCK_BYTES) / 1024 / 1024;
}
