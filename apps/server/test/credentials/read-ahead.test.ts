import { beforeEach, expect, test } from 'vitest';
import type { AccountCredential } from '../../src/credentials/credentials.table.ts';
import { createReadAhead } from '../../src/credentials/read-ahead.ts';
import type { Owner } from '../../src/credentials/read-credential.ts';

const OWNER = { projectId: 'prj', accountId: 'acc' };
const OTHER = { projectId: 'prj 2', accountId: 'acc' };

/** Stands for a row: which read of which account it came from. */
type Read = AccountCredential & { readonly of: string; readonly read: number };
let reads: string[];
let now: number;
let failing: boolean;

const find = async ({ projectId, accountId }: Owner): Promise<AccountCredential> => {
  reads.push(`${projectId} ${accountId}`);
  if (failing) throw new Error('The connection to the database failed.');
  return { of: projectId, read: reads.length } as Read;
};
const readAhead = () => createReadAhead({ find, monotonicMs: () => now });

beforeEach(() => {
  reads = [];
  now = 5_000;
  failing = false;
});

test('what was read ahead is returned once, to its account alone; everything else is read when it is wanted', async () => {
  const ahead = readAhead();
  ahead.begin([OWNER, OWNER]);
  expect(reads).toEqual(['prj acc']);
  expect(await ahead.find(OTHER)).toEqual({ of: 'prj 2', read: 2 });
  expect(await ahead.find(OWNER)).toEqual({ of: 'prj', read: 1 });
  expect(await ahead.find(OWNER)).toEqual({ of: 'prj', read: 3 });
});

test('what was read ahead more than a second ago is read again', async () => {
  const ahead = readAhead();
  ahead.begin([OWNER, OTHER]);
  now += 1_000;
  expect(await ahead.find(OWNER)).toEqual({ of: 'prj', read: 1 });
  now += 1;
  expect(await ahead.find(OTHER)).toEqual({ of: 'prj 2', read: 3 });
});

test('a post that begins later gets no older reading than its own', async () => {
  const ahead = readAhead();
  ahead.begin([OWNER]);
  now += 1_001;
  ahead.begin([OWNER]);
  expect(await ahead.find(OWNER)).toEqual({ of: 'prj', read: 2 });
});

test('a read ahead that failed is repeated, and nobody is bothered when it is never wanted', async () => {
  const ahead = readAhead();
  failing = true;
  ahead.begin([OWNER, OTHER]);
  await Promise.resolve();
  failing = false;
  expect(await ahead.find(OWNER)).toEqual({ of: 'prj', read: 3 });
});
