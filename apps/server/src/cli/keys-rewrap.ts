import { readKeySetting } from '../config.ts';
import { readCanary } from '../credentials/check-canary.ts';
import { createKeyRing } from '../credentials/key-ring.ts';
import { rewrapKeys } from '../credentials/rewrap-keys.ts';
import { ids, toPublicId } from '../ids.ts';
import { defineCommand } from './command.ts';
import { say } from './say.ts';
import { CommandError, withDatabase } from './with-database.ts';

/** How many accounts that could not be re-wrapped are named. */
const NAMED = 20;

/** Lets an old encryption key go. */
export const rewrapCommand = defineCommand({
  name: 'keys rewrap',
  description:
    'Wrap every stored credential with the first of ENCRYPTION_KEYS, so that the others can be dropped. Runs beside servers; may be repeated.',
  example: 'ENCRYPTION_KEYS="k2:…,k1:…" fanfare keys rewrap',
  run: () =>
    withDatabase(async (db) => {
      const setting = readKeySetting();
      if ('problem' in setting) throw new CommandError(setting.problem);
      const { keys } = setting;
      const keyRing = createKeyRing({ keys, randomBytes: ids.secret });
      const canary = await readCanary(db);
      if (canary && !keys.some(({ id }) => id === canary.keyId)) {
        throw new CommandError(
          `ENCRYPTION_KEYS does not hold the key "${canary.keyId}" this database is used with. Give the new key first and the old ones behind it.`,
        );
      }
      const { rewrapped, failed, inUse } = await rewrapKeys({
        db,
        keyRing,
        progress: (done, left) => say.note(`${done} done, ${left} left`),
      });
      say.result(`${rewrapped} credentials re-wrapped with "${keyRing.primaryId}".`);
      for (const { projectId, accountId, keyId } of failed.slice(0, NAMED)) {
        say.note(`${toPublicId('acc', accountId)} of ${toPublicId('prj', projectId)} does not open with "${keyId}".`);
      }
      const old = [...inUse].filter(([id]) => id !== keyRing.primaryId);
      if (old.length > 0) {
        const counts = old.map(([id, count]) => `"${id}": ${count}`).join(', ');
        throw new CommandError(
          `Credentials still need an old key (${counts}). Restart every server with "${keyRing.primaryId}" first and run this again; accounts that do not open have to be connected again.`,
        );
      }
      const others = keys.map(({ id }) => id).filter((id) => id !== keyRing.primaryId);
      if (others.length > 0) {
        say.result(
          `No credential needs ${others.map((id) => `"${id}"`).join(', ')} any more. Backups made until now still do: keep the key with them.`,
        );
      }
    }),
});
