import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginMove, type MoveState, putMove } from '../../../src/cells/move/workspace-moves.table.ts';
import { type DatabasePool, openDatabase } from '../../../src/db/database.ts';
import { checkMoves } from '../../../src/operator/doctor/check-moves.ts';
import { toPublicId } from '../../../src/process/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../test-database.ts';

let database: TestDatabase;
let db: DatabasePool;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, maxConnections: 1, onError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const WELL = { check: 'moves', state: 'ok', message: 'No workspace is half-way to another cell.' };

test.each<[MoveState, RegExp]>([
  ['leaving', /^The move of ws_\w+ to the cell us1 was interrupted; it is in use here\.$/],
  [
    'arriving',
    /^The move of ws_\w+ from the cell us1 was interrupted; it is in use there, and files that have come wait/,
  ],
  ['copied', /^The move of ws_\w+ from the cell us1 was interrupted; its rows wait here\. Its callers get 503 if/],
])('a move whose run was killed while %s is named with the command that goes on', async (state, message) => {
  const run = { workspaceId: randomUUID(), runId: randomUUID() };
  if (state === 'leaving') await beginMove(db, run, 'us1');
  else await putMove(db, run, { state, cell: 'us1' });
  // Its run is under way.
  expect(await checkMoves({ db })).toEqual(WELL);
  await db.query({ text: 'update workspace_moves set run_until = now()' });
  expect(await checkMoves({ db })).toEqual({
    check: 'moves',
    state: 'warning',
    message: expect.stringMatching(message),
    fix: `Run this again with both databases; it goes on, or takes it back with --abort: fanfare move-workspace ${toPublicId('ws', run.workspaceId)}`,
  });
  await db.query({ text: "update workspace_moves set state = 'left'" });
  expect(await checkMoves({ db })).toEqual(WELL);
  await db.query({ text: 'delete from workspace_moves' });
});
