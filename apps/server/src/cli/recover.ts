import { parseTimestamp } from '@fanfare/contract';
import { readTime } from '../db/instance.table.ts';
import { signGuard } from '../db/restore-guard.table.ts';
import { errorDetail } from '../posts/error-detail.ts';
import { markDueUnknown } from '../posts/stuck-targets.table.ts';
import { defineCommand } from './command.ts';
import { say } from './say.ts';
import { CommandError, withDatabase } from './with-database.ts';

const restored = (backup: string): string =>
  `The database was restored from a backup of ${backup}. The post may have been published after that; look at the account before sending it again.`;

/** Lets a server start again on another copy of its data, after what that copy cannot know was marked. */
export const recoverCommands = [
  defineCommand({
    name: 'recover since',
    description:
      'After a restore from backup: mark every target that may have gone out since as outcome_unknown, and let the server start.',
    example: 'fanfare recover since 2026-11-20T03:00:00Z',
    positionals: { time: 'When the backup was taken, ISO 8601 with an offset.' },
    run: ({ time }) =>
      withDatabase(async (db) => {
        const parsed = parseTimestamp(time);
        if (!parsed.ok) throw new CommandError(`"${time}" is no usable time: ${parsed.message}`);
        const backup = new Date(parsed.epochMs);
        if (backup > (await readTime(db)))
          throw new CommandError(`"${time}" has not come yet. Give the time the backup was taken.`);
        const marked = await markDueUnknown(db, errorDetail('outcome_unknown', restored(backup.toISOString())));
        await signGuard(db);
        say.result(
          `${marked} target${marked === 1 ? '' : 's'} marked as outcome_unknown. The server may start on this database.`,
        );
      }),
  }),
  defineCommand({
    name: 'recover complete',
    description:
      'After an orderly move or a switch to a synchronous standby: the copy holds every commit, so only let the server start.',
    run: () =>
      withDatabase(async (db) => {
        await signGuard(db);
        say.result('The server may start on this database.');
      }),
  }),
] as const;
