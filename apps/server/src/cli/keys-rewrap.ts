import { readKeySetting } from '../config.ts';
import { readCanary } from '../credentials/check-canary.ts';
import { createKeyRing } from '../credentials/key-ring.ts';
import { rewrapKeys } from '../credentials/rewrap-keys.ts';
import { ids, toPublicId } from '../ids.ts';
import { defineCommand } from './command.ts';
import { say } from './say.ts';
import { CommandError, withDatabase } from './with-database.ts';

/** Lists at most so many accounts that could not be re-wrapped. */
const MAX_LISTED = 20;

/** Makes old encryption keys unnecessary. */
export const rewrapCommand = defineCommand({
  name: 'keys rewrap',
  description:
    'Wrap every stored credential with the first of ENCRYPTION_KEYS, so that you can remove the others. Safe while servers run; may be repeated.',
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
          `ENCRYPTION_KEYS does not contain the key "${canary.keyId}" that this database uses. Put the new key first and the old ones after it.`,
        );
      }
      const { rewrapped, failed, inUse } = await rewrapKeys({
        db,
        keyRing,
        progress: (done, left) => say.note(`${done} done, ${left} left`),
      });
      say.result(`${rewrapped} credentials re-wrapped with "${keyRing.primaryId}".`);
      for (const { projectId, accountId, keyId } of failed.slice(0, MAX_LISTED)) {
        say.note(`${toPublicId('acc', accountId)} of ${toPublicId('prj', projectId)} does not open with "${keyId}".`);
      }
      const old = [...inUse].filter(([id]) => id !== keyRing.primaryId);
      if (old.length > 0) {
        const counts = old.map(([id, count]) => `"${id}": ${count}`).join(', ');
        throw new CommandError(
          `Credentials still need an old key (${counts}). Restart every server with "${keyRing.primaryId}" first and run this again. Connect accounts again whose credential does not open.`,
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
