import type { Database } from '../db/database.ts';
import { type Ids, ids } from '../process/ids.ts';
import { findCell } from './instance-cell.table.ts';

/** Ids for a command: its keys and links have the label of the cell of this database. */
export const labelledIds = async (db: Database): Promise<Ids> => ({ ...ids, cell: await findCell(db) });
