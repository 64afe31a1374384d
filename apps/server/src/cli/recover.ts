import { parseTimestamp } from '@fanfare/contract';
import { defineCommand } from 'citty';
import { readFingerprints, writeFingerprint } from '../db/instance.table.ts';
import { markUnknownSince } from '../posts/due-targets.table.ts';
import { errorDetail } from '../posts/error-detail.ts';
import { say } from './say.ts';
import { CommandError, withDatabase } from './with-database.ts';

export const recoverCommand = defineCommand({
  meta: {
    name: 'recover',
    description:
      'After a restore from backup: mark what may have been published since, so that nothing goes out twice, and let the server start again.',
  },
  args: {
    since: {
      type: 'string',
      description: 'When the backup was taken (ISO 8601 with offset). Targets due since then end as outcome_unknown.',
    },
    'nothing-lost': {
      type: 'boolean',
      description: 'The copy holds every commit; only let the server start.',
      default: false,
    },
  },
  run: ({ args }) =>
    withDatabase(async (db) => {
      if ((args.since === undefined) === !args['nothing-lost']) {
        throw new CommandError(
          'Say what happened with exactly one of: --since <time the backup was taken>, --nothing-lost.',
        );
      }
      const { now } = await readFingerprints(db);
      if (args.since !== undefined) {
        const parsed = parseTimestamp(args.since);
        if (!parsed.ok) throw new CommandError(`--since: ${parsed.message}`);
        const error = errorDetail(
          'outcome_unknown',
          'The database was restored from a backup. The post may have been published before; look at the account before sending it again.',
        );
        const marked = await markUnknownSince(db, new Date(parsed.epochMs), error);
        say.result(`${marked} target${marked === 1 ? '' : 's'} marked as outcome_unknown.`);
      }
      await writeFingerprint(db, now);
      say.result('The server may start on this database.');
    }),
});
