import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { runShippedFanfare } from './run-fanfare.ts';

test('secrets of a new installation: the server starts with them, a second call keeps them, and none is printed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [forServer, forDatabase] = [path.join(folder, 'server'), path.join(folder, 'database')];
  const files = ['server/encryption-key', 'database/password', 'server/database-url'];
  const create = () => runShippedFanfare(['secrets', 'create', forServer, forDatabase]);
  const lines = (what: string): string => files.map((file) => `${path.join(folder, file)} is ${what}.\n`).join('');
  const read = (): string[] => files.map((file) => readFileSync(path.join(folder, file), 'utf8'));

  expect(await create()).toEqual({ code: 0, stdout: '', stderr: lines('new') });
  const [key, password] = read();
  const { databaseUrl, encryptionKeys } = readConfig({
    DATABASE_URL_FILE: path.join(forServer, 'database-url'),
    ENCRYPTION_KEY_FILE: path.join(forServer, 'encryption-key'),
  });
  expect(password).toMatch(/^[0-9a-f]{64}$/);
  expect(databaseUrl).toBe(`postgres://fanfare:${password}@postgres:5432/fanfare`);
  expect(encryptionKeys).toEqual([{ id: 'k1', key: Buffer.from(key!, 'base64') }]);
  expect(files.map((file) => (statSync(path.join(folder, file)).mode & 0o777).toString(8))).toEqual([
    '400',
    '444',
    '400',
  ]);

  const before = read();
  expect(await create()).toEqual({ code: 0, stdout: '', stderr: lines('kept') });
  expect(read()).toEqual(before);
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual([...files, 'server', 'database'].toSorted());
});
