import { PLATFORMS, type Platform } from '@fanfare/contract';
import { findStoredPlatform } from '../../accounts/accounts.table.ts';
import type { DatabasePool } from '../../db/database.ts';
import { freshCode } from '../../leaving/confirmation-code.ts';
import { claimRemoval, extendRemoval, recordRemoval } from '../../leaving/removal-requests.table.ts';
import { finishRemoval, LEASE_SECONDS } from '../../leaving/removals.ts';
import { countProfile, findProfileAccounts } from '../../leaving/removed-profiles.table.ts';
import { ids as newIds } from '../../process/ids.ts';
import { readIds } from './read-ids.ts';
import { say } from './say.ts';
import { CommandError, databaseCommand } from './with-database.ts';

const PROGRESS_EVERY_MS = 5_000;

/** Handles lists of ids from a network, networks without callbacks, and letters to the operator. */
export const removeCommand = databaseCommand({
  name: 'remove',
  description:
    'Delete everything stored about profiles, in every project: accounts, credentials, targets, ids. Prints what was deleted per id; may be repeated.',
  example: 'fanfare remove instagram --file ids.txt --dry-run',
  positionals: {
    platform: `Platform of the profiles: ${PLATFORMS.join(', ')}, or a network that the installation adds.`,
  },
  rest: { name: 'id', text: "The network's own ids of the profiles (platformUserId of the account)." },
  options: { file: 'A file with one id per line; - for standard input.' },
  flags: { 'dry-run': 'Only show what would be deleted.' },
  async run(db, { platform, file }, { rest, flags }) {
    const known = PLATFORMS.find((name) => name === platform) ?? (await findStoredPlatform(db, platform));
    if (!known) throw new CommandError(`There is no platform "${platform}". Choose one of: ${PLATFORMS.join(', ')}.`);
    const profiles = await readIds(rest, file);
    const act = flags.has('dry-run') ? count : remove;
    const progress = showProgress(profiles.length);
    const total = { accounts: 0, targets: 0 };
    try {
      for (const id of profiles) {
        const { accounts, targets, code } = await act(db, known, id);
        total.accounts += accounts;
        total.targets += targets;
        const what =
          accounts + targets === 0
            ? 'nothing stored'
            : `${counted(accounts, 'account')}, ${counted(targets, 'target')}`;
        say.result(`${id}: ${what}${code === null ? '' : ` (confirmation code ${code})`}`);
        progress.next();
      }
    } finally {
      progress.stop();
    }
    const verb = flags.has('dry-run') ? 'would be removed' : 'removed';
    say.note(
      `${counted(profiles.length, 'id')}: ${counted(total.accounts, 'account')} and ${counted(total.targets, 'target')} ${verb}.`,
    );
  },
});

type Removed = { readonly accounts: number; readonly targets: number; readonly code: string | null };

async function count(db: DatabasePool, platform: Platform, platformUserId: string): Promise<Removed> {
  const total = { accounts: 0, targets: 0, code: null };
  for (const account of await findProfileAccounts(db, platform, platformUserId)) {
    const { accounts, targets } = await countProfile(db, account);
    total.accounts += accounts;
    total.targets += targets;
  }
  return total;
}

/** Records a removal like a network's: if this process ends early, a server finishes it. */
async function remove(db: DatabasePool, platform: Platform, platformUserId: string): Promise<Removed> {
  if ((await findProfileAccounts(db, platform, platformUserId)).length === 0)
    return { accounts: 0, targets: 0, code: null };
  const { code, sha256 } = freshCode(newIds.secret);
  const id = newIds.uuid();
  const removal = await db.transaction(async (tx) => {
    await recordRemoval(tx, {
      id,
      codeSha256: sha256,
      platform,
      source: 'operator',
      platformUserId,
      requestedBefore: null,
    });
    return claimRemoval(tx, { seconds: LEASE_SECONDS, id });
  });
  if (!removal) throw new Error('Another process took a removal that was not committed yet.');
  const shouldContinue = async (): Promise<boolean> => {
    await extendRemoval(db, id, LEASE_SECONDS);
    return true;
  };
  const { accounts, targets } = await finishRemoval({ db, shouldContinue }, removal);
  return { accounts, targets, code };
}

function showProgress(of: number): { next(): void; stop(): void } {
  let done = 0;
  const timer = setInterval(() => say.note(`${done} of ${of} ids`), PROGRESS_EVERY_MS);
  return { next: () => void done++, stop: () => clearInterval(timer) };
}

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
