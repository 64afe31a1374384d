import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findService } from '../src/index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-find-service-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const wrote = (state: object): void => writeFileSync(path.join(folder, 'dev.json'), JSON.stringify(state));

const DEV = { baseUrl: 'http://127.0.0.1:4000', apiKey: 'fanfare_sk_dev', sandboxUrl: 'http://127.0.0.1:4600' };
const DATABASE = 'postgres://127.0.0.1/fanfare';

test('the service that runs here', () => {
  wrote({ ...DEV, databaseUrl: DATABASE, pid: 7 });
  expect(findService({ FANFARE_FOLDER: folder })).toEqual({ ...DEV, databaseUrl: DATABASE });
});

test('the one that the environment names, of which no more is known than it says', () => {
  wrote({ ...DEV, databaseUrl: DATABASE });
  const named = { FANFARE_BASE_URL: 'https://fanfare.example.com', FANFARE_API_KEY: 'fanfare_sk_own' };
  const own = { baseUrl: 'https://fanfare.example.com', apiKey: 'fanfare_sk_own' };
  expect(findService({ FANFARE_FOLDER: folder, ...named })).toEqual({ ...own, sandboxUrl: null, databaseUrl: null });
  expect(findService({ ...named, SANDBOX_URL: 'http://sandbox', DATABASE_URL: 'postgres://own' })).toEqual({
    ...own,
    sandboxUrl: 'http://sandbox',
    databaseUrl: 'postgres://own',
  });
  const slashed = { ...named, FANFARE_BASE_URL: `${own.baseUrl}/`, SANDBOX_URL: 'http://sandbox/' };
  expect(findService(slashed)).toEqual({ ...own, sandboxUrl: 'http://sandbox', databaseUrl: null });
});

test('an address without its key, or the other way round', () => {
  for (const half of [{ FANFARE_BASE_URL: DEV.baseUrl }, { FANFARE_API_KEY: DEV.apiKey }]) {
    expect(() => findService({ FANFARE_FOLDER: folder, ...half })).toThrow(
      'FANFARE_BASE_URL and FANFARE_API_KEY belong together: set both, or none of them.',
    );
  }
});

test('none: never started, stopped, or a damaged file', () => {
  wrote({ apiKey: DEV.apiKey });
  const message = /^Fanfare is not running\. Start it in another terminal.*npx --yes pnpm@10\.34\.9 dev/s;
  expect(() => findService({ FANFARE_FOLDER: folder })).toThrow(message);
  expect(() => findService({ FANFARE_FOLDER: `${folder}/nowhere` })).toThrow(message);
  writeFileSync(path.join(folder, 'dev.json'), '{');
  expect(() => findService({ FANFARE_FOLDER: folder })).toThrow(message);
});
