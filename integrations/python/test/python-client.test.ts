import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceOfFile } from '@fanfare/harness/service';
import { startProgram, withoutChance } from '@fanfare/harness/testing';
import { expect, test } from 'vitest';
import { readOpenApi } from '../scripts/openapi-document.ts';
import { ONLY_ONCE } from '../scripts/render-operations.ts';
import { signedVectors } from './signed-vectors.ts';

const FOLDER = fileURLToPath(new URL('../', import.meta.url));
const SDK = fileURLToPath(new URL('../../../packages/sdk/src/', import.meta.url));
const SAMPLES = fileURLToPath(new URL('../../../packages/sandbox/samples', import.meta.url));
const PAGE = readFileSync(new URL('../../../docs/python.md', import.meta.url), 'utf8');

/** The package needs Python 3.11. */
const usable = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0;
const skipped = usable ? '' : ': skipped, because there is no python3 of 3.11 or newer';

const service = serviceOfFile();

const python = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  startProgram('python3', ['-W', 'error', ...words], {
    PATH: process.env.PATH,
    PYTHONPATH: `${FOLDER}src`,
    PYTHONDONTWRITEBYTECODE: '1',
    FANFARE_BASE_URL: service.baseUrl,
    FANFARE_API_KEY: service.apiKey,
    ...env,
  });

test.skipIf(!usable)(`the Python client does what its tests say${skipped}`, async () => {
  const vectors = path.join(service.folder, 'vectors.json');
  writeFileSync(vectors, JSON.stringify(signedVectors()));
  const { code, stderr } = await python(['-m', 'unittest', 'discover', '-s', `${FOLDER}test`], {
    ACCOUNTS: JSON.stringify(service.accounts),
    SANDBOX_URL: service.sandboxUrl,
    SAMPLES,
    VECTORS: vectors,
  }).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/Ran 20 tests in .*\n\nOK\n/) });
});

test.skipIf(!usable)(`docs/python.md shows what its session prints${skipped}`, async () => {
  const blocks = [...PAGE.matchAll(/^```python\n(.*?)^```\n+```text\n(.*?)^```$/gms)];
  const file = path.join(service.folder, 'session.py');
  const session = blocks.map(([, code]) => code).join('print("-----")\n');
  writeFileSync(file, session.replace('packages/sandbox/samples', SAMPLES));
  const { stdout, stderr } = await python([file]).ended;
  const shown = blocks.map(([, , text]) => text).join('-----\n');
  expect({ stdout: withoutChance(stdout), stderr }).toEqual({ stdout: withoutChance(shown), stderr: '' });
});

test.skipIf(!usable)(`the receiver of docs/python.md takes signed requests only${skipped}`, async () => {
  const file = path.join(service.folder, 'receiver.py');
  writeFileSync(file, PAGE.match(/^```python receiver\.py\n(.*?)^```$/ms)?.[1] ?? '');
  const [vector] = signedVectors(Date.now());
  const receiver = python([file], { PORT: '0', FANFARE_WEBHOOK_SECRET: String(vector?.secret) });
  const port = (await receiver.prints('Listens at port')).match(/\d+/)?.[0];
  const ask = async (headers: Readonly<Record<string, string>>) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: vector?.body ?? '' })).status;
  const forged = { ...vector?.headers, 'Webhook-Id': 'evt_2' };
  expect([await ask(vector?.headers ?? {}), await ask(forged), await ask({})]).toEqual([204, 400, 400]);
  receiver.kill('SIGTERM');
  await receiver.ended;
});

test('what the SDK sends only once, this client does too', () => {
  const sources = readdirSync(SDK).map((name) => readFileSync(path.join(SDK, name), 'utf8'));
  const inSdk = sources.flatMap((text) =>
    [...text.matchAll(/method: 'POST', path: (?:path`([^`]+)`|'([^']+)')[^}]*onlyOnce: true/g)].map(
      ([, template, plain]) => `/api/v1${template?.replaceAll('$', '') ?? plain}`,
    ),
  );
  const { paths } = readOpenApi();
  const here = Object.entries(paths).flatMap(([route, { post }]) =>
    post && ONLY_ONCE.includes(post.operationId) ? [route] : [],
  );
  expect(here.toSorted()).toEqual(inSdk.toSorted());
});
