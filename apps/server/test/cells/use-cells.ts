import { randomBytes } from 'node:crypto';
import { apiKeyOf, BASE62 } from '@fanfare/rules';
import { hashApiKey } from '../../src/callers/api-key.ts';
import { findCaller } from '../../src/callers/callers.table.ts';
import type { Cell } from '../../src/cells/move/move-workspace.ts';
import { readEncryptionKeys } from '../../src/config/encryption-keys.ts';
import { openDatabase } from '../../src/db/database.ts';
import { createDiskStore } from '../../src/media/stores/disk-store.ts';
import { ids } from '../../src/process/ids.ts';
import { createKeyRing } from '../../src/process/key-ring.ts';
import { type Overrides, openProject, type Project, startTestServer, type TestServer } from '../harness.ts';

/** A cell of a test: a server with its database and simulated networks. */
export type TestCell = TestServer & {
  readonly label: string;
  readonly keys: string;
  /** Folder of hosted files; undefined for a cell that hosts none in one. */
  readonly folder: string | undefined;
};

export async function startCell(label: string, overrides: Overrides = {}): Promise<TestCell> {
  // Every cell has a key of its own below the same id.
  const keys = `k1:${randomBytes(32).toString('base64')}`;
  const server = await startTestServer({
    ...overrides,
    env: { CELL: label, ENCRYPTION_KEYS: keys, ...overrides.env },
  });
  return Object.assign(server, { label, keys, folder: overrides.env?.MEDIA_DIR });
}

/** The cell as the command opens it. */
export function openCell({ databaseUrl, keys, folder }: TestCell): Cell & { close(): Promise<void> } {
  const read = readEncryptionKeys(keys);
  if ('problem' in read) throw new Error(read.problem);
  const db = openDatabase({
    url: databaseUrl,
    maxConnections: 4,
    statementTimeoutMs: 60_000,
    onError: () => undefined,
  });
  const keyRing = createKeyRing({ keys: read.keys, randomBytes: ids.secret });
  return { db, keyRing, store: folder === undefined ? null : createDiskStore({ folder }), close: db.close };
}

/** A project with a key that has the label of its cell, and its workspace. */
export async function projectIn(
  cell: TestCell,
  baseUrl = cell.baseUrl,
): Promise<{ readonly project: Project; readonly workspaceId: string; readonly projectId: string }> {
  const first = await cell.createProject();
  const { workspaceId, projectId } = (await findCaller(cell.db, hashApiKey(first.apiKey)))!;
  const secret = [...randomBytes(43)].map((byte) => BASE62[byte % 62]).join('');
  const apiKey = apiKeyOf(secret, cell.label);
  await cell.db.query({
    text: 'update api_keys set key_sha256 = $2, display = $3 where project_id = $1',
    values: [projectId, hashApiKey(apiKey), `${apiKey.slice(0, -45)}…${apiKey.slice(-4)}`],
  });
  return { project: openProject(baseUrl, apiKey), workspaceId, projectId };
}
