import type { Logger } from '../log.ts';
import type { DatabasePool } from './database.ts';

/** https://www.postgresql.org/docs/18/errcodes-appendix.html: disk_full */
export const DISK_FULL = '53100';

/** Rows that are sorted on disk: about a megabyte. */
const SPILLED_ROWS = 20_000;

/** Whether the database has room on its disk. */
export type DiskRoom = {
  /** A statement was refused because there was none. */
  missed(): void;
  /** True unless a statement was refused, and the disk is full still. */
  has(): Promise<boolean>;
};

/** Nothing tells beforehand that a disk is full, and small changes go on for a while: the first refusal does, and a sort that needs the disk tells when it is over. */
export function createDiskRoom(deps: { readonly db: () => DatabasePool; readonly log: Logger }): DiskRoom {
  let isMissed = false;
  return {
    missed() {
      if (!isMissed) deps.log.error({}, 'the disk of the database is full: nothing can be stored');
      isMissed = true;
    },
    async has() {
      if (!isMissed) return true;
      if (!(await canSpill(deps.db()))) return false;
      isMissed = false;
      deps.log.info({}, 'the disk of the database has room again');
      return true;
    },
  };
}

/** Needs no right and leaves nothing behind. */
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
