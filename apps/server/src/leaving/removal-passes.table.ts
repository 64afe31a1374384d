import type { Platform } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { knex } from '../db/knex.ts';
import type { RemovalSource } from './removal-requests.table.ts';

/** A removal that another cell has not completed yet. */
export type OpenPass = {
  readonly removalId: string;
  readonly cell: string;
  readonly codeSha256: Buffer;
  readonly platform: Platform;
  readonly source: RemovalSource;
  readonly platformUserId: string;
  /** As the row has it: one millisecond after the moment that the network names. */
  readonly connectedUntil: Date;
};

/** Lists removals that other cells have not completed, the oldest first. */
export async function listOpenPasses(db: Database, limit: number): Promise<OpenPass[]> {
  return knex('removalPasses as p')
    .connection(db)
    .join('removalRequests as r', 'r.id', 'p.removalId')
    .where({ 'p.completedAt': null })
    .orderBy(['r.requestedAt', 'p.cell'])
    .limit(limit)
    .select<OpenPass[]>(
      ...['p.removalId', 'p.cell', 'p.platformUserId', 'r.codeSha256', 'r.platform', 'r.source', 'r.connectedUntil'],
    );
}

/** Records that a cell has completed a removal, and deletes the person's id. */
export async function completePass(db: Database, { removalId, cell }: Pick<OpenPass, 'removalId' | 'cell'>) {
  await knex('removalPasses')
    .connection(db)
    .where({ removalId, cell, completedAt: null })
    .update({ completedAt: knex.fn.now(), platformUserId: null });
}
