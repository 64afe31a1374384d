import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '@fanfare/harness/testing';
import type { INodeType } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('../', import.meta.url));
const manifest = JSON.parse(readFileSync(path.join(FOLDER, 'package.json'), 'utf8'));
const work = mkdtempSync(path.join(tmpdir(), 'fanfare-n8n-package-'));
const unpacked = path.join(work, 'node_modules/n8n-nodes-fanfare');
/** The part of n8n-workflow that the nodes take at their start; n8n brings the real one. */
const STAND_IN = `exports.NodeConnectionTypes = { Main: 'main' };
exports.NodeApiError = exports.NodeOperationError = class extends Error {
  constructor(node, cause, { message }) { super(message); }
};`;

beforeAll(async () => {
  const { code, stderr } = await runProgram(new URL('../scripts/build.ts', import.meta.url), {});
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  mkdirSync(path.join(work, 'node_modules/n8n-workflow'), { recursive: true });
  writeFileSync(path.join(work, 'node_modules/n8n-workflow/index.js'), STAND_IN);
  cpSync(path.join(FOLDER, 'dist'), path.join(unpacked, 'dist'), { recursive: true });
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** The class of a built file, loaded as n8n does it. */
function load(file: string): INodeType {
  const name = path.basename(file).split('.')[0] ?? '';
  const Class = createRequire(path.join(unpacked, 'package.json'))(`./${file}`)[name];
  return new Class();
}

test('n8n finds each node and its pictures where the manifest says', () => {
  const nodes = manifest.n8n.nodes.map(load) as INodeType[];
  expect(nodes.map(({ description: { name } }) => name)).toEqual(['fanfare', 'fanfareTrigger']);
  for (const [at, { description }] of nodes.entries()) {
    const folder = path.dirname(path.join(unpacked, manifest.n8n.nodes[at]));
    for (const icon of Object.values(description.icon ?? {}) as string[])
      expect(statSync(path.join(folder, icon.replace('file:', ''))).size).toBeGreaterThan(0);
  }
  expect(load(manifest.n8n.credentials[0])).toMatchObject({ name: 'fanfareApi' });
});

test('each operation of the form has its fields, and no field is of an operation that is missing', () => {
  const { properties } = load(manifest.n8n.nodes[0]).description;
  const operations = properties
    .filter(({ name }) => name === 'operation')
    .flatMap(({ displayOptions, options = [] }) =>
      options.map((option) => `${displayOptions?.show?.resource}.${'value' in option && option.value}`),
    );
  expect(operations).toEqual([
    ...['cancel', 'check', 'get', 'getAll', 'getMetrics', 'publish', 'retryFailed', 'schedule'].map(
      (name) => `post.${name}`,
    ),
    'media.upload',
    'account.getAll',
  ]);
  const shown = properties.flatMap(({ displayOptions }) =>
    (displayOptions?.show?.operation ?? []).map((name) => `${displayOptions?.show?.resource}.${name}`),
  );
  expect([...new Set(shown)].toSorted()).toEqual(operations.toSorted());
});

describe('the form of options', () => {
  const PLATFORMS = ['x', 'threads'].map((platform) => ({
    platform,
    options: { properties: { a: { type: 'string' } } },
  }));
  const ada = { id: 'acc_1', platform: 'x', username: 'ada', status: 'active' };
  /** The options for chosen accounts, at a server that answers so when its accounts are listed. */
  async function optionsFor(accounts: unknown, statusCode: number, body: object): Promise<string[]> {
    const httpRequestWithAuthentication = async (_name: string, { url }: { url: string }) =>
      url.endsWith('/platforms')
        ? { statusCode: 200, headers: {}, body: { platforms: PLATFORMS } }
        : { statusCode, headers: {}, body };
    const context = {
      ...{ getCredentials: async () => ({ baseUrl: 'https://a' }), getNode: () => ({}) },
      ...{ getCurrentNodeParameter: () => accounts, helpers: { httpRequestWithAuthentication } },
    };
    const { getTargetOptions } = load(manifest.n8n.nodes[0]).methods?.resourceMapping ?? {};
    const { fields } = (await getTargetOptions?.call(context as never)) ?? { fields: [] };
    return fields.map(({ id }) => id);
  }

  test.each([
    [['acc_1'], ['x__a']],
    [['acc_gone'], ['x__a', 'threads__a']],
    [[], ['x__a', 'threads__a']],
    ['={{ $json.to }}', ['x__a', 'threads__a']],
  ])('is that of the platforms of %j, or of all where they are not known', async (chosen, expected) => {
    expect(await optionsFor(chosen, 200, { accounts: [ada] })).toEqual(expected);
  });

  test('says why there is none when the accounts cannot be listed', async () => {
    const error = { code: 'unauthorized', message: 'The key was revoked.' };
    await expect(optionsFor(['acc_1'], 401, { error })).rejects.toThrow('unauthorized: The key was revoked.');
  });
});

test('it needs no other package, and runs nothing when it is installed', () => {
  expect(manifest.dependencies).toBeUndefined();
  expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
  expect(Object.keys(manifest.scripts).filter((script) => /install|prepare/.test(script))).toEqual([]);
});
