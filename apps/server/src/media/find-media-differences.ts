import type { Database } from '../db/database.ts';
import { isReady, listReadyMedia, type ReadyMedia } from './audit-media.table.ts';
import { findBytesWithoutRow } from './delete-ended-media.ts';
import type { MediaStore } from './stores/media-store.ts';

const BATCH = 500;
/** The job that deletes bytes without a row runs every ten minutes. */
const GRACE_MS = 60 * 60_000;

/** A hosted file whose row and bytes do not agree. */
export type MediaDifference = {
  /** Null for bytes without a row. */
  readonly projectId: string | null;
  readonly check: 'media_bytes' | 'media_row';
  readonly subject: string;
  readonly found: string;
  readonly expected: string;
};

type Deps = { readonly db: Database; readonly store: MediaStore; readonly now: () => Date };

/** Compares rows of hosted files with the store: files without bytes, and bytes without a row. */
export async function findMediaDifferences(deps: Deps): Promise<MediaDifference[]> {
  const differences: MediaDifference[] = [];
  for (let after: ReadyMedia | null = null; ; ) {
    const rows: readonly ReadyMedia[] = await listReadyMedia(deps.db, after, BATCH);
    for (const row of rows) {
      const size = await deps.store.size(row.key);
      if (size === row.bytes || !(await isReady(deps.db, row))) continue;
      const found = size === null ? 'no bytes' : `${size} bytes`;
      differences.push({
        projectId: row.projectId,
        check: 'media_bytes',
        subject: `media:${row.id}`,
        found,
        expected: `${row.bytes} bytes`,
      });
    }
    after = rows.at(-1) ?? null;
    if (rows.length < BATCH) break;
  }
  for await (const key of findBytesWithoutRow(deps, GRACE_MS))
    differences.push({
      projectId: null,
      check: 'media_row',
      subject: `${key.slice(0, 8)}…`,
      found: 'bytes without a row',
      expected: 'deleted',
    });
  return differences;
}
