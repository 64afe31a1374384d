import { readTime } from '../../db/instance.table.ts';
import { signGuard } from '../../publishing/restore-guard.table.ts';
import { readBackupTime } from './read-backup-time.ts';
import { say } from './say.ts';
import { CommandError, databaseCommand } from './with-database.ts';

const restored = (backup: string): string =>
  `The database was restored from a backup of ${backup}. The post may have been published after that; check the account before you send it again.`;

/** Allows servers to start on another copy of the data, after marking what it may have missed. */
export const recoverCommands = [
  databaseCommand({
    name: 'recover since',
    description:
      'After a restore from a backup: mark every target that may have been published since as outcome_unknown, and allow servers to start.',
    example: 'fanfare recover since 2026-11-20T03:00:00Z',
    positionals: { time: 'When the backup was taken: ISO 8601 with an offset, or as PostgreSQL prints now().' },
    async run(db, { time }) {
      const parsed = readBackupTime(time);
      if (!parsed.ok) throw new CommandError(`"${time}" is not a valid time: ${parsed.message}`);
      const backup = new Date(parsed.epochMs);
      if (backup > (await readTime(db)))
        throw new CommandError(`"${time}" is in the future. Give the time the backup was taken.`);
      // Loaded late, with the calls to networks, so that other commands start faster.
      const [{ errorDetail }, { recoverRestored }] = await Promise.all([
        import('../../publishing/error-detail.ts'),
        import('../../publishing/recover-restored.ts'),
      ]);
      const marked = await recoverRestored(db, errorDetail('outcome_unknown', restored(backup.toISOString())));
      say.result(
        `${marked} target${marked === 1 ? '' : 's'} marked as outcome_unknown. The server may start on this database.`,
      );
    },
  }),
  databaseCommand({
    name: 'recover complete',
    description:
      'After a planned move or a switch to a synchronous standby: the copy has every commit, so only allow servers to start.',
    async run(db) {
      await signGuard(db);
      say.result('The server may start on this database.');
    },
  }),
] as const;
