import { findCell } from '../../cells/instance-cell.table.ts';
import type { FileProgress } from '../../cells/move/copy-files.ts';
import { WorkspaceBusy } from '../../cells/move/drain-workspace.ts';
import { MoveRefused } from '../../cells/move/move-refused.ts';
import { abortMove, type Cell, listMovedKeys, moveWorkspace } from '../../cells/move/move-workspace.ts';
import {
  ConfigError,
  type MediaPlace,
  ofTarget,
  readKeySetting,
  readMediaPlace,
  readTarget,
} from '../../config/config.ts';
import type { readEncryptionKeys } from '../../config/encryption-keys.ts';
import { type DatabasePool, openDatabase } from '../../db/database.ts';
import { findMediaFolder } from '../../media/media-folder.table.ts';
import { openMediaStore } from '../../media/open-media-store.ts';
import { type MediaStore, StoreUnavailable } from '../../media/stores/media-store.ts';
import { fromPublicId, ids } from '../../process/ids.ts';
import { createKeyRing } from '../../process/key-ring.ts';
import { defineCommand } from './command.ts';
import { say } from './say.ts';
import { CommandError, withDatabaseUrl } from './with-database.ts';

/** Time limit of a statement: the copy of a large table is one. */
const STATEMENT_MS = 3_600_000;
const DRAIN_MINUTES = 15;

const PROGRESS_MS = 5_000;

export const moveWorkspaceCommand = defineCommand({
  name: 'move-workspace',
  description:
    'Move a workspace from the cell of DATABASE_URL to that of TARGET_DATABASE_URL, with ENCRYPTION_KEYS and TARGET_ENCRYPTION_KEYS, and its hosted files with MEDIA_… and TARGET_MEDIA_…. It answers 503 for the last part of it. Prints its keys for “fanfare router … --moved”. A run that was killed is ended by another one.',
  example: 'fanfare move-workspace ws_… >> moved.txt',
  positionals: { workspace: 'Id of the workspace (ws_…), as "fanfare projects list" shows it.' },
  options: { 'drain-minutes': `Longest wait for posts under way. Default: ${DRAIN_MINUTES}.` },
  flags: { abort: 'Undo a move that was killed before the workspace left.' },
  async run(args, { flags }) {
    const workspaceId = fromPublicId('ws', args.workspace);
    if (!workspaceId) throw new CommandError(`"${args.workspace}" is no id of a workspace. See: fanfare projects list`);
    const drainMs = Number(args['drain-minutes'] ?? DRAIN_MINUTES) * 60_000;
    if (!(drainMs > 0)) throw new CommandError('--drain-minutes must be a number of minutes.');
    const target = readTarget();
    await withDatabaseUrl(async (url) => {
      const [from, to] = [open(url, readKeySetting()), open(target.databaseUrl, target.keys)];
      try {
        if (flags.has('abort')) {
          await abortMove({ from, to }, workspaceId);
          return say.note(`${args.workspace} stays in its cell.`);
        }
        const cells = {
          from: { ...from, store: await openStore(from.db, readMediaPlace()) },
          to: { ...to, store: await openStore(to.db, target.media).catch(rejectOfTarget) },
        };
        await moveWorkspace(
          { ...cells, drainMs, onStep: (_, detail) => say.note(detail), onFiles: fileNotes() },
          workspaceId,
        );
        const cell = (await findCell(to.db))!;
        for (const line of await listMovedKeys(to.db, workspaceId, cell)) say.result(line);
        say.note('Give these lines to the router: its old cell answers 503 to these keys until it knows them.');
      } catch (error) {
        if (error instanceof MoveRefused) throw new CommandError(error.message);
        if (error instanceof StoreUnavailable)
          throw new CommandError(
            `${error.message} Nothing was changed. Run this again: it goes on with the other files.`,
          );
        if (error instanceof WorkspaceBusy)
          throw new CommandError('Posts or deliveries are still under way. Nothing was changed; try again later.');
        throw error;
      } finally {
        await Promise.all([from.db.close(), to.db.close()]);
      }
    });
  },
});

function open(url: string, setting: ReturnType<typeof readEncryptionKeys>): Cell {
  if ('problem' in setting) throw new CommandError(setting.problem);
  const db = openDatabase({ url, maxConnections: 8, statementTimeoutMs: STATEMENT_MS, onError: () => undefined });
  return { db, keyRing: createKeyRing({ keys: setting.keys, randomBytes: ids.secret }), store: null };
}

/** The store of a cell; null where it hosts no files, or nothing says where it is. */
async function openStore(db: DatabasePool, place: MediaPlace): Promise<MediaStore | null> {
  const isNamed = place.folder !== null || place.s3 !== null;
  if (!isNamed || (await findMediaFolder(db)) === null) return null;
  return openMediaStore({ db, ids, warn: say.error }, place);
}

const rejectOfTarget = (error: unknown): never => {
  throw error instanceof ConfigError ? ofTarget(error) : error;
};

/** Says every few seconds how far the copy of files is. */
function fileNotes(): (progress: FileProgress) => void {
  let nextAt = performance.now() + PROGRESS_MS;
  return ({ copied, all }) => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + PROGRESS_MS;
    say.note(`${copied.files} of ${all.files} files are copied, ${inMiB(copied)} of ${inMiB(all)} MiB.`);
  };
}

const inMiB = ({ bytes }: { readonly bytes: number }): string => (bytes / 1024 ** 2).toFixed(1);
