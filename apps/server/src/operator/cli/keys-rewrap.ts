import { readCanary } from '../../accounts/credentials/check-canary.ts';
import { createKeyRing } from '../../accounts/credentials/key-ring.ts';
import { rewrapKeys } from '../../accounts/credentials/rewrap-keys.ts';
import { readKeySetting } from '../../config/config.ts';
import { rewrapSecrets } from '../../events/webhooks/rewrap-secrets.ts';
import { rewrapMails } from '../../people/mail/rewrap-mails.ts';
import { ids, toPublicId } from '../../process/ids.ts';
import { defineCommand } from './command.ts';
import { say } from './say.ts';
import { CommandError, withDatabase } from './with-database.ts';

/** Most accounts listed that could not be re-wrapped. */
const MAX_LISTED = 20;

export const rewrapCommand = defineCommand({
  name: 'keys rewrap',
  description:
    'Wrap every stored credential, webhook secret and unsent mail with the first of ENCRYPTION_KEYS, so that you can remove the others. Safe while servers run; may be repeated.',
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
      const secrets = await rewrapSecrets({ db, keyRing });
      const mails = await rewrapMails({ db, keyRing });
      say.result(`${rewrapped} credentials re-wrapped with "${keyRing.primaryId}".`);
      if (secrets.rewrapped > 0)
        say.result(`${secrets.rewrapped} webhook secrets re-wrapped with "${keyRing.primaryId}".`);
      if (mails.rewrapped > 0) say.result(`${mails.rewrapped} unsent mails re-wrapped with "${keyRing.primaryId}".`);
      for (const { projectId, accountId, keyId } of failed.slice(0, MAX_LISTED)) {
        say.note(`${toPublicId('acc', accountId)} of ${toPublicId('prj', projectId)} does not open with "${keyId}".`);
      }
      for (const { projectId, endpointId, keyId } of secrets.failed.slice(0, MAX_LISTED)) {
        say.note(`${toPublicId('whk', endpointId)} of ${toPublicId('prj', projectId)} does not open with "${keyId}".`);
      }
      const countOld = (inUse: ReadonlyMap<string, number>): string =>
        [...inUse].flatMap(([id, count]) => (id === keyRing.primaryId ? [] : [`"${id}": ${count}`])).join(', ');
      const oldSecrets = countOld(secrets.inUse);
      if (oldSecrets !== '') {
        throw new CommandError(
          `Webhook secrets still need an old key (${oldSecrets}). Restart every server with "${keyRing.primaryId}" first and run this again. Delete webhooks whose secret does not open.`,
        );
      }
      const old = countOld(inUse);
      if (old !== '') {
        throw new CommandError(
          `Credentials still need an old key (${old}). Restart every server with "${keyRing.primaryId}" first and run this again. Connect accounts again whose credential does not open.`,
        );
      }
      const oldMails = countOld(mails.inUse);
      if (oldMails !== '') {
        throw new CommandError(
          `Unsent mails still need an old key (${oldMails}). Restart every server with "${keyRing.primaryId}" first and run this again. Mails that do not open end by themselves within a week.`,
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
