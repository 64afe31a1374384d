import { readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { packed } from './packed.ts';
import { projectIn } from './project.ts';
import { typeErrors } from './type-errors.ts';

const { modules, commonjs } = await packed();
const { ModuleKind, ModuleResolutionKind } = ts;

const SDK = `
import { Fanfare, InvalidPostError } from '@fanfare/sdk';
import { verify, WebhookVerificationError } from '@fanfare/sdk/webhooks';
const fanfare = new Fanfare();
export async function publish(): Promise<string[]> {
  try {
    const { post } = await fanfare.posts.create({ platforms: [{ platform: 'mastodon', accountId: 'acc_0' }] });
    return post.targets.map((target) => (target.status === 'failed' ? target.errorDetail.code : target.platform));
  } catch (error) {
    if (error instanceof InvalidPostError) return error.details.map(({ rule }) => rule);
    throw error;
  }
}
export async function receive(body: Uint8Array, headers: Headers): Promise<string> {
  const event = await verify(body, headers, ['whsec_a', 'whsec_b']);
  if (event.type === 'unknown') return event.originalType;
  return event.type === 'target.failed' ? String(event.data.target.errorDetail?.code) : event.type;
}
export const isRefusal = (error: unknown) => error instanceof WebhookVerificationError && error.code === 'body_not_raw';
// @ts-expect-error there is no such platform
fanfare.posts.create({ platforms: [{ platform: 'nothing', accountId: 'acc_0' }] });
export const hub = fanfare.accounts.connectHub({ hubUrl: 'https://hub.example', type: 'humhub', apiKey: 'k' });
// @ts-expect-error there is no such kind of hub
fanfare.accounts.connectHub({ hubUrl: 'https://hub.example', type: 'nothing', apiKey: 'k' });
declare module '@fanfare/sdk' {
  interface PlatformNames { mastodon: 'oauth' }
  interface HubTypeNames { humhub: true }
}
`;

const MOCK = `
import { createMock, type Mock } from '@fanfare/mock';
import { mswHandlers } from '@fanfare/mock/msw';
import { Fanfare as Client } from '@fanfare/sdk';
const mock: Mock = createMock({ start: { accounts: [{ platform: 'x' }] } });
mock.networks.x.failNext('duplicate_content');
export const id: string = mock.scenario('quota-reached').linkedin.id;
export const client = new Client({ baseUrl: mock.baseUrl, apiKey: mock.apiKey, fetch: mock.fetch });
export const handlers = mswHandlers(mock);
export const code: string = mock.hubs.connectCode({ type: 'micropub' });
mock.hubs.failNext('hub_unreachable', { on: 'spaces' });
// @ts-expect-error hubs do not fail so
mock.hubs.failNext('duplicate_content');
// @ts-expect-error there is no such code
mock.networks.x.failNext('nothing');
// @ts-expect-error there is no such scenario
mock.scenario('nothing');
`;

const NODE = `
import { fanfareFixture } from '@fanfare/mock/playwright';
import { serveMock, type ServedMock } from '@fanfare/mock/server';
export const served: Promise<ServedMock> = serveMock({ port: 0 });
export const fixture = fanfareFixture({ start: { accounts: [{ platform: 'x' }] } });
`;

const inNode = { types: ['node'], lib: ['lib.es2022.d.ts'] };
const inBrowsers = { types: [], lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'] };

test.each([
  ['node16 from an ES module', modules, 'mts', ModuleKind.Node16, ModuleResolutionKind.Node16],
  ['node16 from CommonJS', commonjs, 'cts', ModuleKind.Node16, ModuleResolutionKind.Node16],
  ['nodenext from an ES module', modules, 'mts', ModuleKind.NodeNext, ModuleResolutionKind.NodeNext],
  ['nodenext from CommonJS', commonjs, 'cts', ModuleKind.NodeNext, ModuleResolutionKind.NodeNext],
  ['node10, of old projects', commonjs, 'ts', ModuleKind.CommonJS, ModuleResolutionKind.Node10],
] as const)('the types are whole with moduleResolution %s', (_, folder, extension, module, moduleResolution) => {
  const file = `typed.${extension}`;
  projectIn(folder).write(file, SDK + MOCK + NODE);
  expect(typeErrors(folder, [file], { ...inNode, module, moduleResolution })).toEqual([]);
});

test('the types are whole with moduleResolution bundler, with the types of browsers alone', () => {
  projectIn(modules).write('page.ts', SDK + MOCK);
  const options = { ...inBrowsers, module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler };
  expect(typeErrors(modules, ['page.ts'], options)).toEqual([]);
});

test('what is wrong is found', () => {
  projectIn(modules).write('wrong.ts', `import { Fanfare } from '@fanfare/sdk'; new Fanfare({ apiKey: 1 });`);
  const options = { ...inBrowsers, module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler };
  expect(typeErrors(modules, ['wrong.ts'], options)).toEqual([
    "wrong.ts: Type 'number' is not assignable to type 'string'.",
  ]);
});

test.each(['@fanfare/sdk', '@fanfare/mock'] as const)('no type of %s is `any`', (name) => {
  const declarations = readdirSync(path.join(modules, 'node_modules', name, 'dist')).filter((file) =>
    file.endsWith('.d.ts'),
  );
  const lines = declarations.flatMap((file) => projectIn(modules).read(name, `dist/${file}`).toString().split('\n'));
  expect(lines.length).toBeGreaterThan(1000);
  expect(lines.filter((line) => !/^\s*(?:\/\*\*|\*)/.test(line) && /\bany\b/.test(line))).toEqual([]);
});
