import { takeLock } from '../../db/migrate.ts';
import { openClient } from '../../db/open-client.ts';
import { openKnex } from '../../db/open-knex.ts';
import { abandonCopies, type Progress, partitionTables, readShape } from '../partitions/partition-tables.ts';
import { findObstacles, readSizes, type TableSize } from '../partitions/read-tables.ts';
import { defineCommand } from './command.ts';
import { say, table } from './say.ts';
import { CommandError, withDatabaseUrl } from './with-database.ts';

/** The largest partition of 100 million posts is then of some 25 GB (docs/scale.md). */
const USUAL = 4;
const MOST = 64;
/** Rows between two lines about the copy. */
const ROWS_A_LINE = 100_000;

export const partitionCommand = defineCommand({
  name: 'partition',
  description:
    'Split the five largest tables into hash partitions by project, for databases past some 100 GB. Servers go on meanwhile; at the end their statements wait for less than a second. Run it again if it was interrupted.',
  example: 'fanfare partition --dry-run',
  options: { partitions: `How many: 2 to ${MOST}; ${USUAL} if you leave it out. It cannot be changed later.` },
  flags: {
    'dry-run': 'Print what would be copied, and what stands in the way.',
    abandon: 'Delete copies that are under way; the tables stay as they are.',
  },
  run: ({ partitions: asked = String(USUAL) }, { flags }) =>
    withDatabaseUrl(async (url) => {
      const partitions = Number(asked);
      if (!Number.isInteger(partitions) || partitions < 2 || partitions > MOST)
        throw new CommandError(`--partitions ${asked} is not a number from 2 to ${MOST}.`);
      const knex = openKnex(url);
      const client = await openClient(url);
      try {
        const shape = await readShape(knex);
        const [sizes, obstacles] = [await readSizes(knex), await findObstacles(knex)];
        if (sizes.length === 0) throw new CommandError('The database has no tables yet. Run "fanfare migrate" first.');
        if (flags.has('dry-run')) {
          say.result(table(['TABLE', 'ROWS', 'MB'], sizes.map(toRow)));
          say.result(
            shape.state === 'partitioned'
              ? `The tables have ${shape.partitions} partitions.`
              : `They would be copied into ${partitions} partitions each. The copies need as much space again, ${megabytes(sizes)} MB, until the tables are deleted at the end.`,
          );
          for (const obstacle of obstacles) say.error(obstacle);
          return;
        }
        await takeLock(client);
        if (flags.has('abandon')) {
          await abandonCopies(knex);
          return say.result('No copies are left. The tables are as they were.');
        }
        const startedAt = performance.now();
        await partitionTables(knex, partitions, describe(sizes));
        const seconds = Math.round((performance.now() - startedAt) / 1_000);
        say.result(`The tables have ${partitions} partitions each (${seconds} s).`);
      } finally {
        await client.end();
        await knex.destroy();
      }
    }),
});

const toRow = ({ table, rows, bytes }: TableSize): string[] => [table, String(Math.round(rows)), inMb(bytes)];
const inMb = (bytes: number): string => String(Math.ceil(bytes / 1e6));
const megabytes = (sizes: readonly TableSize[]): string => inMb(sizes.reduce((sum, { bytes }) => sum + bytes, 0));

const WORDS = {
  mirror: 'makes empty copies, which follow every change from now on',
  copy: 'copies',
  index: 'builds index',
  keys: 'checks foreign key',
  vacuum: 'vacuums and analyzes the copies',
  compare: 'compares every row with its copy',
  switch: 'puts the copies in place; statements wait for less than a second',
} as const;

/** Prints each step, and the copied rows from time to time. */
function describe(sizes: readonly TableSize[]): (at: Progress) => void {
  let next = { of: '', rows: 0 };
  return ({ step, of = '', rows = 0 }) => {
    if (step === 'copy') {
      if (next.of === of && rows < next.rows) return;
      next = { of, rows: rows + ROWS_A_LINE };
      const all = Math.round(sizes.find(({ table }) => table === of)?.rows ?? 0);
      return say.note(`copies ${of}: ${rows} of about ${all} rows`);
    }
    say.note(`${WORDS[step]} ${of}`.trim());
  };
}
