import { type EventDifference, findEventDifferences } from '../../events/audit-events.table.ts';
import { toPublicId } from '../../process/ids.ts';
import { type Difference, findDifferences } from '../../usage/audit.table.ts';
import { say, table } from './say.ts';
import { databaseCommand } from './with-database.ts';

/** Exit code 1 reports a difference to a nightly job. */
export const auditCommand = databaseCommand({
  name: 'audit',
  description:
    'Compare quota counters, reservations, ledger, targets and reposts with each other, and events with their deliveries to webhooks. Reads only; exit code 1 when anything differs.',
  async run(db) {
    const differences = [...(await findDifferences(db)), ...(await findEventDifferences(db))];
    if (differences.length === 0) return say.result('Everything agrees.');
    say.result(table(['PROJECT', 'CHECK', 'OF', 'FOUND', 'EXPECTED'], differences.map(toRow)));
    say.error(`${differences.length} difference${differences.length === 1 ? '' : 's'}.`);
    process.exitCode = 1;
  },
});

function toRow({ projectId, check, subject, found, expected }: Difference | EventDifference): string[] {
  return [toPublicId('prj', projectId), check, nameOf(subject), found, expected];
}

const PREFIXES = { target: 'tgt', event: 'evt', delivery: 'dlv', webhook: 'whk' } as const;

/** Returns the callers' name: an id, or the account and network id of a repost. */
function nameOf(subject: string): string {
  const [, kind, id = '', post = ''] = /^(target|repost|event|delivery|webhook):([^:]+):?(.*)$/.exec(subject) ?? [];
  if (kind === undefined) return subject;
  return kind === 'repost'
    ? `${toPublicId('acc', id)} ${post}`
    : toPublicId(PREFIXES[kind as keyof typeof PREFIXES], id);
}
