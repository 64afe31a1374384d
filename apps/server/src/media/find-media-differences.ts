import type { Database } from '../db/database.ts';
import { isReady, listReadyMedia, type ReadyMedia } from './audit-media.table.ts';
import { findVariantByKey, type ListedVariant, listVariants } from './conversion/media-variants.table.ts';
import { findBytesWithoutRow } from './find-orphans.ts';
import type { MediaStore } from './stores/media-store.ts';

const BATCH = 500;
/** The job that deletes bytes without a row finds them within the hour. */
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
  for await (const row of listStored(deps.db)) {
    const size = await deps.store.size(row.key);
    if (size === row.bytes || !(await row.isThere())) continue;
    const found = size === null ? 'no bytes' : `${size} bytes`;
    const { projectId, subject, bytes } = row;
    differences.push({ projectId, check: 'media_bytes', subject, found, expected: `${bytes} bytes` });
  }
  const before = deps.now().getTime() - GRACE_MS;
  for await (const { key, changedAt } of findBytesWithoutRow(deps, deps.store.list())) {
    if (changedAt.getTime() > before) continue;
    differences.push({
      projectId: null,
      check: 'media_row',
      subject: `${key.slice(0, 8)}…`,
      found: 'bytes without a row',
      expected: 'deleted',
    });
  }
  return differences;
}

type Stored = {
  readonly projectId: string;
  readonly subject: string;
  readonly key: string;
  readonly bytes: number;
  /** Whether it has not been deleted since it was listed. */
  readonly isThere: () => Promise<boolean>;
};

/** Every file and every variant of all projects. */
async function* listStored(db: Database): AsyncGenerator<Stored, void, undefined> {
  for await (const row of pages((after: ReadyMedia | null) => listReadyMedia(db, after, BATCH)))
    yield { ...row, subject: `media:${row.id}`, isThere: () => isReady(db, row) };
  for await (const row of pages((after: ListedVariant | null) => listVariants(db, after, BATCH)))
    yield {
      ...row,
      subject: `media:${row.mediaId} ${row.kind}`,
      isThere: async () => (await findVariantByKey(db, row.key)) !== null,
    };
}

async function* pages<Row>(list: (after: Row | null) => Promise<readonly Row[]>): AsyncGenerator<Row, void, undefined> {
  for (let after: Row | null = null; ; ) {
    const rows: readonly Row[] = await list(after);
    yield* rows;
    after = rows.at(-1) ?? null;
    if (rows.length < BATCH) return;
  }
}
