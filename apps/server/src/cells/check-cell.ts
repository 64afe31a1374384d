import { ConfigError } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { findCell, setCell } from './instance-cell.table.ts';

/**
 * Compares `CELL` with the label in the database, which the first server with one writes. Keys and
 * links of another label would lead to another cell, so a server of it does not start.
 */
export async function checkCell({ db }: { readonly db: Database }, cell: string | null): Promise<void> {
  if (cell !== null) await setCell(db, cell);
  const stored = await findCell(db);
  if (stored === cell) return;
  throw new ConfigError(
    `CELL: this database belongs to the cell ${stored}${cell === null ? '' : `, not ${cell}`}. Set CELL=${stored}, or DATABASE_URL to the database of the other cell.`,
  );
}
