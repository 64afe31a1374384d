import type { DatabasePool } from '../../db/database.ts';
import { readTime } from '../../db/instance.table.ts';
import { type EventDifference, findEventDifferences } from '../../events/audit-events.table.ts';
import { findMediaDifferences, type MediaDifference } from '../../media/find-media-differences.ts';
import { findMediaFolder } from '../../media/media-folder.table.ts';
import { openMediaStore } from '../../media/open-media-store.ts';
import type { MediaStore } from '../../media/stores/media-store.ts';
import { ids, toPublicId } from '../../process/ids.ts';
import { type Difference, findDifferences } from '../../usage/audit.table.ts';
import { say, table } from './say.ts';
import { databaseCommand, findMediaPlace } from './with-database.ts';

/** Exit code 1 reports a difference to a nightly job. */
export const auditCommand = databaseCommand({
  name: 'audit',
  description:
    'Compare quota counters, reservations, ledger, targets and reposts with each other, events with their deliveries to webhooks, and hosted files with their folder or bucket. Reads only; exit code 1 when anything differs.',
  async run(db) {
    const now = await readTime(db);
    const store = await openStore(db);
    const differences = [
      ...(await findDifferences(db)),
      ...(await findEventDifferences(db)),
      ...(store === null ? [] : await findMediaDifferences({ db, store, now: () => now })),
    ];
    if (differences.length === 0) return say.result('Everything agrees.');
    say.result(table(['PROJECT', 'CHECK', 'OF', 'FOUND', 'EXPECTED'], differences.map(toRow)));
    say.error(`${differences.length} difference${differences.length === 1 ? '' : 's'}.`);
    process.exitCode = 1;
  },
});

/** The store of hosted files; null when there is none, or nothing says where it is. */
async function openStore(db: DatabasePool): Promise<MediaStore | null> {
  if ((await findMediaFolder(db)) === null) return null;
  const place = findMediaPlace();
  const isNamed = place.folder !== null || place.s3 !== null;
  if (!isNamed) say.error('Hosted files were not compared: neither MEDIA_DIR nor MEDIA_S3_BUCKET is set.');
  return isNamed ? openMediaStore({ db, ids, warn: say.error }, place) : null;
}

function toRow({
  projectId,
  check,
  subject,
  found,
  expected,
}: Difference | EventDifference | MediaDifference): string[] {
  return [projectId === null ? '' : toPublicId('prj', projectId), check, nameOf(subject), found, expected];
}

const PREFIXES = { target: 'tgt', event: 'evt', delivery: 'dlv', webhook: 'whk', media: 'med' } as const;

/** Returns the callers' name: an id, or the account and network id of a repost. */
function nameOf(subject: string): string {
  const [, kind, id = '', post = ''] =
    /^(target|repost|event|delivery|webhook|media):([^:]+):?(.*)$/.exec(subject) ?? [];
  if (kind === undefined) return subject;
  return kind === 'repost'
    ? `${toPublicId('acc', id)} ${post}`
    : toPublicId(PREFIXES[kind as keyof typeof PREFIXES], id);
}
