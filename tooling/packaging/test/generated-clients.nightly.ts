import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunningService, startService } from '@fanfare/harness/testing';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../src/run.ts';
import { type Project, projectIn } from './project.ts';

/** Values that every program is given, and the way that it reports. */
const GIVEN = `
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
declare global {
  var BASE: string;
}
const { BASE_URL: baseUrl = '', API_KEY: apiKey = '', ACCOUNT_ID: accountId = '' } = process.env;
globalThis.BASE = baseUrl;
export const report = (what: unknown): void => console.log(JSON.stringify(what));
export { accountId, apiKey, baseUrl };
`;

/**
 * Reads what only one state has, without a cast: it compiles where the client narrows by
 * \`status\`.
 */
const NARROWED = `
const outcomeOf = (target: Target): string => {
  if (target.status === 'published') return target.publishedAt;
  return target.status === 'failed' ? target.errorDetail.message : target.status;
};
`;

type Generator = {
  readonly name: string;
  /**
   * Packages that people install to generate a client of `/openapi.yaml`, and what the output
   * imports; nothing of it is a dependency of the repository.
   */
  readonly packages: readonly string[];
  readonly args: readonly string[];
  /** Publishes with nothing but what is required: fields with a default are left out. */
  readonly program: string;
};

/** Generators that people use. */
const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.15.0'],
    args: ['openapi-typescript', 'openapi.yaml', '--output', 'out/openapi-typescript.ts'],
    program: `
import createClient from 'openapi-fetch';
import type { components, paths } from './out/openapi-typescript.ts';
import { accountId, apiKey, baseUrl, report } from './given.ts';
type Target = components['schemas']['Target'];
${NARROWED}
const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${apiKey}\` } });
const body = { content: 'By openapi-typescript.', platforms: [{ platform: 'x' as const, accountId }], idempotencyKey: 'one' };
const { data } = await client.POST('/api/v1/posts', { body });
report(data?.post.targets.map((target) => [target.status, outcomeOf(target).length > 0]));`,
  },
  {
    name: 'hey-api',
    packages: ['@hey-api/openapi-ts@0.99.0'],
    args: ['openapi-ts', '--input', 'openapi.yaml', '--output', 'out/hey-api', '--client', '@hey-api/client-fetch'],
    program: `
import { client } from './out/hey-api/client.gen.ts';
import { createPost, type Target } from './out/hey-api/index.ts';
import { accountId, apiKey, baseUrl, report } from './given.ts';
${NARROWED}
client.setConfig({ baseUrl, auth: () => apiKey });
const { data } = await createPost({
  body: { content: 'By hey-api.', platforms: [{ platform: 'x', accountId }], idempotencyKey: 'two' },
});
report(data?.post.targets.map((target) => [target.status, outcomeOf(target).length > 0]));`,
  },
  {
    name: 'orval',
    packages: ['orval@8.30.0'],
    args: ['orval', '--config', 'orval.config.mjs'],
    program: `
import { createPost, type Target } from './out/orval.ts';
import { accountId, apiKey, report } from './given.ts';
${NARROWED}
const { status, data } = await createPost(
  { content: 'By orval.', platforms: [{ platform: 'x', accountId }], idempotencyKey: 'three' },
  { headers: { Authorization: \`Bearer \${apiKey}\` } },
);
report(status === 201 ? data.post.targets.map((target) => [target.status, outcomeOf(target).length > 0]) : data);`,
  },
  {
    name: 'openapi-zod-client',
    packages: ['openapi-zod-client@1.18.3', '@zodios/core@10.9.6', 'axios@1.13.2', 'zod@3.25.76'],
    args: ['openapi-zod-client', 'openapi.yaml', '--output', 'out/openapi-zod-client.ts'],
    // It checks the answer as well, by the schemas it wrote.
    program: `
import { createApiClient } from './out/openapi-zod-client.ts';
import { accountId, apiKey, baseUrl, report } from './given.ts';
const client = createApiClient(baseUrl, { axiosConfig: { headers: { Authorization: \`Bearer \${apiKey}\` } } });
const { post } = await client.post('/api/v1/posts', {
  content: 'By openapi-zod-client.',
  platforms: [{ platform: 'x', accountId }],
  idempotencyKey: 'four',
});
type Target = (typeof post.targets)[number];
${NARROWED}
report(post.targets.map((target) => [target.status, outcomeOf(target).length > 0]));`,
  },
];

const ORVAL = `export default {
  fanfare: {
    input: './openapi.yaml',
    output: { target: './out/orval.ts', client: 'fetch', mode: 'single', baseUrl: { runtime: 'globalThis.BASE' } },
  },
};
`;

const STRICT = {
  strict: true,
  target: 'es2023',
  module: 'preserve',
  moduleResolution: 'bundler',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
};

const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-clients-'));
const project: Project = projectIn(folder);
let service: RunningService;
let accountId: string;

beforeAll(async () => {
  project.write('package.json', JSON.stringify({ name: 'clients', private: true, type: 'module' }));
  mkdirSync(path.join(folder, 'out'));
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', '--save-exact'];
  const [started] = await Promise.all([
    startService(),
    run(folder, 'npm', [...install, 'typescript@5.9.3', ...GENERATORS.flatMap(({ packages }) => packages)]),
  ]);
  service = started;
  const headers = { Authorization: `Bearer ${service.apiKey}` };
  const answer = await fetch(`${service.baseUrl}/api/v1/accounts?platform=x`, { headers });
  const { accounts } = (await answer.json()) as { accounts: [{ id: string }] };
  accountId = accounts[0].id;
  writeFileSync(path.join(folder, 'openapi.yaml'), await (await fetch(`${service.baseUrl}/openapi.yaml`)).text());
  project.write('orval.config.mjs', ORVAL);
  project.write('given.ts', GIVEN);
});
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.each(GENERATORS)(
  'a client of $name compiles strictly, narrows a target by its status, and publishes',
  async (generator) => {
    const { name, args, program } = generator;
    await run(folder, 'npx', ['--no-install', ...args]);
    const file = project.write(`${name}.ts`, program);
    project.write(`tsconfig.${name}.json`, JSON.stringify({ compilerOptions: STRICT, files: [`${name}.ts`] }));
    expect(await run(folder, 'npx', ['--no-install', 'tsc', '--project', `tsconfig.${name}.json`])).toBe('');

    const bundle = await rolldown({ input: file, platform: 'node', cwd: folder });
    await bundle.write({ format: 'esm', file: path.join(folder, `${name}.mjs`) });
    await bundle.close();
    const env = { BASE_URL: service.baseUrl, API_KEY: service.apiKey, ACCOUNT_ID: accountId };
    expect(JSON.parse(await project.run(process.execPath, [`${name}.mjs`], env))).toEqual([['published', true]]);
  },
);
