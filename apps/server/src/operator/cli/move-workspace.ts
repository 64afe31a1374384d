import { createKeyRing } from '../../accounts/credentials/key-ring.ts';
import { findCell } from '../../cells/instance-cell.table.ts';
import { WorkspaceBusy } from '../../cells/move/drain-workspace.ts';
import { abortMove, type Cell, listMovedKeys, MoveRefused, moveWorkspace } from '../../cells/move/move-workspace.ts';
import { readKeySetting, readTarget } from '../../config/config.ts';
import type { readEncryptionKeys } from '../../config/encryption-keys.ts';
import { openDatabase } from '../../db/database.ts';
import { fromPublicId, ids } from '../../process/ids.ts';
import { defineCommand } from './command.ts';
import { say } from './say.ts';
import { CommandError, withDatabaseUrl } from './with-database.ts';

/** Time limit of a statement: the copy of a large table is one. */
const STATEMENT_MS = 3_600_000;
const DRAIN_MINUTES = 15;

export const moveWorkspaceCommand = defineCommand({
  name: 'move-workspace',
  description:
    'Move a workspace from the cell of DATABASE_URL to that of TARGET_DATABASE_URL, with ENCRYPTION_KEYS and TARGET_ENCRYPTION_KEYS. It answers 503 meanwhile. Prints its keys for “fanfare router … --moved”. A run that was killed is ended by another one.',
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
      const from = open(url, readKeySetting());
      const to = open(target.databaseUrl, target.keys);
      try {
        if (flags.has('abort')) {
          await abortMove({ from, to }, workspaceId);
          return say.note(`${args.workspace} stays in its cell.`);
        }
        await moveWorkspace({ from, to, drainMs, onStep: (_, detail) => say.note(detail) }, workspaceId);
        const cell = (await findCell(to.db))!;
        for (const line of await listMovedKeys(to.db, workspaceId, cell)) say.result(line);
        say.note('Give these lines to the router: its old cell answers 503 to these keys until it knows them.');
      } catch (error) {
        if (error instanceof MoveRefused) throw new CommandError(error.message);
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
  const db = openDatabase({ url, maxConnections: 4, statementTimeoutMs: STATEMENT_MS, onError: () => undefined });
  return { db, keyRing: createKeyRing({ keys: setting.keys, randomBytes: ids.secret }) };
}
