import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'node:util';
import { eventExample } from '@fanfare/contract';
import { serviceOfFile } from '@fanfare/harness/service';
import { walkConnect } from '@fanfare/sandbox/walk-connect';
import { TSC } from '@fanfare/typecheck';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, type Draft, Fanfare, type MediaFile, type Post, type Webhook } from '../../src/index.ts';
import { docExamples, readmeExamples, saysSo } from './code-examples.ts';

const SDK = fileURLToPath(new URL('../../src/index.ts', import.meta.url));
const UPLOAD = fileURLToPath(new URL('../../src/upload.ts', import.meta.url));
const WEBHOOKS = fileURLToPath(new URL('../../src/webhooks.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const picture = new Blob(
  [readFileSync(fileURLToPath(new URL('../../../sandbox/samples/harbour.jpg', import.meta.url)))],
  { type: 'image/jpeg' },
);
const EXAMPLES = [...docExamples(), ...readmeExamples()];

/**
 * Names that the examples find already there: a client, an account on X, a post that was published
 * on it, a key of somebody on a hub, a hosted file, a draft, and a webhook.
 */
type Given = {
  readonly fanfare: Fanfare;
  readonly account: Account;
  readonly post: Post;
  readonly tweet: { readonly id: string };
  readonly hubUrl: string;
  readonly username: string;
  readonly hubKey: string;
  readonly media: MediaFile;
  readonly draft: Draft;
  readonly webhook: Webhook;
  readonly secret: string;
  /** A delivery of a failed target. */
  readonly rawBody: string;
  readonly request: { readonly headers: Record<string, string> };
  signedHeaders(body: string): Promise<Record<string, string>>;
  readonly console: { log(...values: unknown[]): void };
};
const failed = eventExample('target.failed');
/** As the README shows it. */
const FAILED = JSON.stringify({
  ...failed,
  data: { ...failed.data, post: { ...failed.data.post, idempotencyKey: 'job-17' } },
});

type Example = (given: Given) => Promise<void>;

const service = serviceOfFile();
let folder: string;
let examples: Example[];
/** Values that the last example found. */
let given: Omit<Given, 'console'>;
/** Lines that each has printed. */
const output: string[][] = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'fanfare-sdk-examples-'));
  Object.assign(process.env, { FANFARE_BASE_URL: service.baseUrl, FANFARE_API_KEY: service.apiKey });
  // The README speaks of the service on its usual ports.
  const samples = `${service.sandboxUrl}/__sandbox/samples`;
  const bodies = EXAMPLES.map(({ code }) =>
    code.replaceAll(/^import .*;\n+/gm, '').replaceAll('http://127.0.0.1:4600/__sandbox/samples', samples),
  );
  const text = `import * as sdk from '${SDK}';
import { sendFile } from '${UPLOAD}';
import { verify, WebhookVerificationError } from '${WEBHOOKS}';
type Given = { fanfare: sdk.Fanfare; account: sdk.Account; post: sdk.Post; tweet: { id: string }; hubUrl: string; username: string; hubKey: string; media: sdk.MediaFile; draft: sdk.Draft; webhook: sdk.Webhook; secret: string; rawBody: string; request: { headers: Record<string, string> }; signedHeaders(body: string): Promise<Record<string, string>>; console: Pick<Console, 'log'> };
const { ConnectCodeInvalidError, Fanfare, FanfareApiError, FanfareError, FanfareTimeoutError, InvalidPostError, QuotaExceededError, connect, failedTargets } = sdk;
export const examples = [
${bodies.map((body) => `async ({ fanfare, account, post, tweet, hubUrl, username, hubKey, media, draft, webhook, secret, rawBody, request, signedHeaders, console }: Given): Promise<void> => {{\n${body}\n}},`).join('\n')}
];
`;
  const file = path.join(folder, 'examples.ts');
  writeFileSync(file, text);
  ({ examples } = await import(file));
  const fanfare = new Fanfare(service);
  given = await makeGiven(fanfare, -1);
  await deleteWebhooks(fanfare);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('there are examples of every method, and in the README', () => {
  const methods = [
    'list',
    'get',
    'create',
    'createAndWait',
    'waitUntilSettled',
    'validate',
    'cancel',
    'repost',
    'metrics',
    'connect',
    'connectHub',
    'delete',
    'spaces',
    'mentions',
    'withResponse',
    'pages',
    'toArray',
    'upload',
    'fromUrl',
    'complete',
    'sendFile',
    'update',
    'rotateSecret',
    'test',
    'deliveries',
    'replay',
    'stream',
    'verify',
    'WebhookVerificationError',
    'failedTargets',
    'connect.parseRedirect',
    'FanfareError',
    'FanfareApiError',
    'Fanfare',
  ];
  const documented = EXAMPLES.map(({ where }) => where.split(' ')[1] ?? '');
  expect(
    methods.filter((name) => !documented.includes(name) && !documented.includes(name.split('.')[1] ?? '')),
  ).toEqual([]);
  expect(EXAMPLES.filter(({ where }) => where.startsWith('README')).length).toBeGreaterThan(3);
});

test('they are typed as they stand', () => {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2023',
    module: 'nodenext',
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [path.join(ROOT, 'node_modules/@types')],
  };
  const project = path.join(folder, 'tsconfig.json');
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(project, JSON.stringify({ compilerOptions, files: ['examples.ts'] }));
  const run = spawnSync(process.execPath, [TSC, '-p', project], { encoding: 'utf8' });
  expect(run.stdout).toBe('');
});

describe('does what it says', () => {
  test.each(EXAMPLES.map(({ where }, index) => [where, index] as const))('%s', async (_, index) => {
    const fanfare = new Fanfare(service);
    const { code = '', prints = [] } = EXAMPLES[index] ?? {};
    // What an example names is new, because some change it.
    given = { ...given, ...(await makeGiven(fanfare, index, code)) };
    const printed: string[] = [];
    output[index] = printed;
    const console = { log: (...values: unknown[]) => void printed.push(format(...values)) };
    try {
      await examples[index]?.({ ...given, console });
    } finally {
      if (code.includes('accounts.delete(')) await reconnect(fanfare);
      await deleteWebhooks(fanfare);
    }
    const wrong = prints.filter((comment) => !printed.some((line) => saysSo(comment, line)));
    expect({ wrong, printed }).toEqual({ wrong: [], printed });
  });
});

test('the first call of the README prints what stands below it', async () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, shown = ''] = /```text\n([\s\S]*?)```/.exec(readme) ?? [];
  const first = EXAMPLES.findIndex(({ where }) => where.startsWith('README'));
  expect(withoutChance(output[first] ?? [])).toEqual(withoutChance(shown.trim().split('\n')));
});

/**
 * Lines with the parts that differ from run to run put to one value; accounts come in the order
 * they were connected in.
 */
const withoutChance = (lines: string[]): string[] =>
  lines
    .map((line) =>
      line
        .replace(/127\.0\.0\.1:\d+/, 'host')
        .replace(/(?<=\/(p|post)\/)[\w-]{11}/, 'id')
        .replace(/\d{15,}/, 'id')
        .replace(/(?<=\/hub\/wordpress\/)[\w/-]+(?=\/$)/, 'day/slug'),
    )
    .toSorted();

/** Makes what an example names; all of it without one. */
async function makeGiven(fanfare: Fanfare, index: number): Promise<Omit<Given, 'console'>>;
async function makeGiven(fanfare: Fanfare, index: number, code: string): Promise<Partial<Omit<Given, 'console'>>>;
async function makeGiven(fanfare: Fanfare, index: number, code?: string) {
  const names = (words: RegExp): boolean => code === undefined || words.test(code);
  const { account } = await fanfare.accounts.get(service.accounts.x);
  const content = `Example ${index} ${Date.now()}`;
  return {
    fanfare,
    account,
    ...(names(/\b(post|tweet)\b/) && (await newPost(fanfare, { content, account }))),
    ...(names(/\bhub/) && (await newHubKey())),
    ...(names(/\bmedia\b/) && (await fanfare.media.upload(picture, { filename: 'rye.jpg' }))),
    ...(names(/\bdraft\b/) && (await fanfare.drafts.create({ request: { content } }))),
    ...(names(/\b(webhooks?|secret|rawBody|request|signedHeaders)\b/) && (await newWebhook(fanfare))),
  };
}

async function newPost(fanfare: Fanfare, { content, account }: { content: string; account: Account }) {
  const { post } = await fanfare.posts.create({ content, platforms: [{ platform: 'x', accountId: account.id }] });
  return { post, tweet: { id: post.targets[0]?.platformPostId ?? '' } };
}

async function newWebhook(fanfare: Fanfare) {
  const { webhook, secret } = await fanfare.webhooks.create({ url: 'https://app.example.com/hooks' });
  const signedHeaders = async (body: string) => signed(secret, body);
  return { webhook, secret, rawBody: FAILED, request: { headers: signed(secret, FAILED) }, signedHeaders };
}

async function deleteWebhooks(fanfare: Fanfare): Promise<void> {
  for (const { id } of await fanfare.webhooks.list().toArray()) await fanfare.webhooks.delete(id);
}

async function reconnect(fanfare: Fanfare): Promise<void> {
  const redirectUrl = 'http://127.0.0.1/connected';
  const { authUrl } = await fanfare.accounts.connect({ platform: 'x', redirectUrl });
  await walkConnect({ authUrl, redirectUrl, profile: 'ada' });
}

/** The headers of a delivery, as an independent library signs them. */
function signed(secret: string, body: string): Record<string, string> {
  const at = new Date();
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new StandardWebhook(secret).sign('evt_1', at, body),
  };
}

/**
 * A new key of the person on the sandbox's WordPress who is connected already: the examples find no
 * further account.
 */
async function newHubKey(): Promise<Pick<Given, 'hubUrl' | 'username' | 'hubKey'>> {
  const response = await fetch(`${service.sandboxUrl}/__sandbox/hub/api-key`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ role: 'wordpress', username: 'ann' }),
  });
  const { username, apiKey } = (await response.json()) as { username: string; apiKey: string };
  return { hubUrl: `${service.sandboxUrl}/hub/wordpress`, username, hubKey: apiKey };
}
