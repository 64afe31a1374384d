import type { Logger } from '../process/log/log.ts';
import type { DatabasePool } from './database.ts';

/** https://www.postgresql.org/docs/18/errcodes-appendix.html: disk_full */
export const DISK_FULL = '53100';

/** A sort of this many rows needs about a megabyte of disk. */
const SPILLED_ROWS = 20_000;

/** Whether the database has free disk space. */
export type DiskSpace = {
  /** Call it when PostgreSQL refused a statement because its disk is full. */
  reportFull(): void;
  /** False after such a refusal, until the disk has space again. */
  isAvailable(): Promise<boolean>;
};

/** A refused statement marks the disk as full, and a sort that spills to it finds space again. */
export function createDiskSpace(deps: { readonly db: () => DatabasePool; readonly log: Logger }): DiskSpace {
  let isFull = false;
  return {
    reportFull() {
      if (!isFull) deps.log.error({}, 'the disk of the database is full: nothing can be stored');
      isFull = true;
    },
    async isAvailable() {
      if (!isFull) return true;
      if (!(await canSpill(deps.db()))) return false;
      isFull = false;
      deps.log.info({}, 'the disk of the database has space again');
      return true;
    },
  };
}

/** Needs no privileges and stores nothing. */
async function canSpill(db: DatabasePool): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await tx.query({ text: "set local work_mem = '64kB'" });
      await tx.query({
        text: `select count(*) from (select from generate_series(1, ${SPILLED_ROWS}) n order by md5(n::text) offset 0) spilled`,
      });
    });
    return true;
  } catch {
    return false;
  }
}
