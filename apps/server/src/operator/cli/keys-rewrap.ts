import { readCanary, replaceCanary, rewrapCanary } from '../../accounts/credentials/check-canary.ts';
import { readKeySetting } from '../../config/config.ts';
import { ids, toPublicId } from '../../process/ids.ts';
import { createKeyRing } from '../../process/key-ring.ts';
import { rewrapRows } from '../rewrap-rows.ts';
import { storedKeys } from '../stored-keys.ts';
import { say } from './say.ts';
import { CommandError, databaseCommand } from './with-database.ts';

/** Most rows listed that could not be re-wrapped. */
const MAX_LISTED = 20;

export const rewrapCommand = databaseCommand({
  name: 'keys rewrap',
  description:
    'Wrap every stored credential, webhook secret and unsent mail with the first of ENCRYPTION_KEYS, so that you can remove the others. Safe while servers run; may be repeated.',
  example: 'ENCRYPTION_KEYS="k2:…,k1:…" fanfare keys rewrap',
  async run(db) {
    const setting = readKeySetting();
    if ('problem' in setting) throw new CommandError(setting.problem);
    const { keys } = setting;
    const keyRing = createKeyRing({ keys, randomBytes: ids.secret });
    const { primaryId } = keyRing;
    const canary = await readCanary(db);
    if (canary && !keys.some(({ id }) => id === canary.keyId)) {
      throw new CommandError(
        `ENCRYPTION_KEYS does not contain the key "${canary.keyId}" that this database uses. Put the new key first and the old ones after it.`,
      );
    }
    if (canary && canary.keyId !== primaryId) await replaceCanary(db, canary, rewrapCanary(keyRing, canary));
    const stored = storedKeys({ db, keyRing });
    const progress = (done: number, left: number) => say.note(`${done} done, ${left} left`);
    const credentials = await rewrapRows(keyRing, stored.credentials, progress);
    const secrets = await rewrapRows(keyRing, stored.secrets);
    const mails = await rewrapRows(keyRing, stored.mails);
    say.result(`${credentials.rewrapped} credentials re-wrapped with "${primaryId}".`);
    if (secrets.rewrapped > 0) say.result(`${secrets.rewrapped} webhook secrets re-wrapped with "${primaryId}".`);
    if (mails.rewrapped > 0) say.result(`${mails.rewrapped} unsent mails re-wrapped with "${primaryId}".`);
    const closed = [
      ...credentials.failed.slice(0, MAX_LISTED).map((row) => ({ ...row, id: toPublicId('acc', row.accountId) })),
      ...secrets.failed.slice(0, MAX_LISTED).map((row) => ({ ...row, id: toPublicId('whk', row.endpointId) })),
    ];
    for (const { id, projectId, keyId } of closed)
      say.note(`${id} of ${toPublicId('prj', projectId)} does not open with "${keyId}".`);
    const requireNoOld = (what: string, inUse: ReadonlyMap<string, number>, fix: string): void => {
      const old = [...inUse].flatMap(([id, count]) => (id === primaryId ? [] : [`"${id}": ${count}`])).join(', ');
      if (old === '') return;
      throw new CommandError(
        `${what} still need an old key (${old}). Restart every server with "${primaryId}" first and run this again. ${fix}`,
      );
    };
    requireNoOld('Webhook secrets', secrets.inUse, 'Delete webhooks whose secret does not open.');
    requireNoOld('Credentials', credentials.inUse, 'Connect accounts again whose credential does not open.');
    requireNoOld('Unsent mails', mails.inUse, 'Mails that do not open end by themselves within a week.');
    const others = keys.map(({ id }) => `"${id}"`).filter((id) => id !== `"${primaryId}"`);
    if (others.length > 0) {
      say.result(
        `No credential needs ${others.join(', ')} any more. Backups made until now still do: keep the key with them.`,
      );
    }
  },
});
