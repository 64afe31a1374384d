import type ts from 'typescript';
import { expect } from 'vitest';
import { projectIn } from './project.ts';
import { typeErrors } from './type-errors.ts';

export const SDK = `
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

export const MOCK = `
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

/** A program for Node.js that uses every package has no errors with these settings of a project. */
export function expectWholeTypes(
  folder: string,
  extension: 'mts' | 'cts' | 'ts',
  module: ts.ModuleKind,
  moduleResolution: ts.ModuleResolutionKind,
): void {
  const file = `typed.${extension}`;
  projectIn(folder).write(file, SDK + MOCK + NODE);
  const options = { types: ['node'], lib: ['lib.es2022.d.ts'], module, moduleResolution };
  expect(typeErrors(folder, [file], options)).toEqual([]);
}
