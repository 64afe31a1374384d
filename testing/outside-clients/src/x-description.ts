import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Call,
  createHttp,
  createMediaSource,
  type Http,
  newPkceVerifier,
  type OutgoingCall,
  pkceChallenge,
  Secret,
} from '@fanfare/network';
import { createX, X_DEFAULTS } from '@fanfare/network-x';
import type { Draft } from '@fanfare/rules';
import { startSandbox } from '@fanfare/sandbox';
import { type JudgedCall, judgeCalls } from './judge-calls.ts';
import { CALLBACK, createSandboxDoor } from './sandbox-door.ts';

/**
 * Makes every call that Fanfare makes to X, to the sandbox, and judges each by X's own OpenAPI
 * description: the newest one of api.x.com, or the file that is named. Ends with 1 when the
 * description does not take a call, and when docs/networks/x.md lists one that was not made.
 *
 * @example
 * // node src/x-description.ts openapi.json
 */
const DESCRIPTION = 'https://api.x.com/2/openapi.json';
const [file] = process.argv.slice(2);
const description = file ? readFileSync(file, 'utf8') : await (await fetch(DESCRIPTION)).text();

const sandbox = await startSandbox({ port: 0 });
const { api: apiUrl = '', web: webUrl = '' } = sandbox.networks.x;
const door = createSandboxDoor(sandbox);
await door.control('x', 'processing', { looks: 1 });
await door.control('x', 'tier', { username: 'ada', tier: 'Premium' });

/** An animated GIF of 16 x 16 pixels (GIF89a specification). */
const FRAME = '21f90400000000002c00000000100010000002024c0100';
const GIF = Buffer.from(`47494638396110001000800000000000ffffff${FRAME}${FRAME}3b`, 'hex');
const gifs = createServer((_, response) => response.setHeader('content-type', 'image/gif').end(GIF));
await new Promise<void>((resolve) => gifs.listen(0, '127.0.0.1', resolve));
const gifHost = `127.0.0.1:${(gifs.address() as AddressInfo).port}`;

const egress = { allowedHosts: [new URL(sandbox.url).host, gifHost], trustedOrigins: [new URL(apiUrl).origin] };
const clock = { now: Date.now, sleep: async () => {} };
const made: OutgoingCall[] = [];
const client = createHttp({ egress });
const http: Http = (call) => {
  made.push(call);
  return client(call);
};
const tempDir = mkdtempSync(path.join(tmpdir(), 'x-description-'));
const media = createMediaSource({ egress, tempDir, clock: { ...clock, sleep: () => new Promise(() => {}) } });
const x = createX({
  ...X_DEFAULTS,
  ...{ apiUrl, webUrl, clientId: 'sandbox-x-app', clientSecret: new Secret('sandbox-x-secret') },
});
const io = { http, clock, signal: new AbortController().signal };

const codeVerifier = newPkceVerifier(randomBytes);
const asked = { state: 'st', redirectUri: CALLBACK, codeChallenge: pkceChallenge(codeVerifier) };
const back = await door.allow(x.connect.authorizeUrl(asked));
const code = back.searchParams.get('code') ?? '';
const credential = await x.connect.exchange(io, { code, redirectUri: CALLBACK, codeVerifier });
const profiles = await x.connect.profiles(io, credential);
if (!profiles.ok) throw new Error(profiles.message);
await x.connect.subscription?.(io, credential);
const [account] = profiles.profiles;

const image = (more: object = {}) => ({ type: 'image', url: door.sampleUrl('harbour.jpg'), ...more }) as const;
const video = { type: 'video', url: door.sampleUrl('clip.mp4') } as const;
const drafts: readonly Partial<Draft>[] = [
  { content: 'Release day' },
  { content: 'Made by a machine', media: [image({ altText: 'Boats' }), image()], aiGenerated: true },
  {
    content: 'Shall we?',
    options: { poll: { options: ['Yes', 'No'], durationMinutes: 60 }, replyControl: 'verified' },
  },
  ...(['following', 'mentioned', 'subscribers'] as const).map((replyControl) => ({
    content: `For ${replyControl}`,
    options: { replyControl },
  })),
  { content: '故'.repeat(5_000) },
  { content: 'They rock', media: [{ type: 'image', url: `http://${gifHost}/boats.gif`, altText: 'Boats that rock' }] },
  {
    content: 'In the harbour',
    options: { x: { communityId: '1493446837214187523', shareWithFollowers: true, paidPartnership: true } },
  },
  {
    content: 'A storm',
    media: [image({ altText: 'Waves' })],
    options: {
      x: { sensitiveMedia: ['adult_content', 'graphic_violence', 'other'], taggedUserIds: ['2244994945'] },
    },
  },
  {
    content: '',
    media: [video],
    options: {
      x: { sensitiveMedia: ['other'] },
      captions: [
        { url: door.sampleUrl('clip.srt'), language: 'en' },
        { url: door.sampleUrl('clip.srt'), language: 'de-AT', name: 'Deutsch' },
      ],
    },
  },
];

const EMPTY: Draft = { content: '', media: [], firstComment: null, aiGenerated: false, spaceSlug: null };
const calls = (): Call => {
  const journal = new Map<string, string>();
  return {
    ...{ ...io, account, credential, key: 'target-1', media },
    async step({ kind, ordinal, send }) {
      const handle = journal.get(`${kind} ${ordinal}`) ?? (await send(({ message }) => console.warn(message)));
      journal.set(`${kind} ${ordinal}`, handle);
      return handle;
    },
  };
};
let platformPostId = '';
// The last one answers the one before it, as in a chain.
for (const draft of [...drafts, { content: 'And then' }]) {
  const replyTo = draft.content === 'And then' ? { replyTo: platformPostId } : {};
  const input: Draft = { ...EMPTY, ...draft, ...replyTo };
  const run = calls();
  const prepared = await x.publish.prepare(run, input);
  platformPostId = (await x.publish.send(run, prepared)).platformPostId ?? '';
  const attempt = { handle: null, intendedAt: clock.now(), agoMs: 0, sends: 1, error: undefined, earlierErrors: [] };
  const verdict = await x.publish.reconcile(run, { ...attempt, input });
  if (verdict.state !== 'live') throw new Error(`"${draft.content}" is not found again`);
}
const run = calls();
await x.metrics?.(run, platformPostId);
if (x.repost) await x.repost.send(run, await x.repost.prepare(run, { platformPostId }));
if (x.unpublish) await x.unpublish.send(run, await x.unpublish.prepare(run, { platformPostId }));

// The page of X lists every call; tests hold it.
const page = readFileSync(new URL('../../../docs/networks/x.md', import.meta.url), 'utf8');
const listed = Array.from(
  page.matchAll(/\| (GET|POST|PUT|DELETE) \| `\{api\}([^`]+)` \|/g),
  ([, method, at]) => `${method} ${at}`,
);

// The token endpoint is in no description.
const judged = judgeCalls(
  description,
  made.filter(({ url }) => !String(url).includes('/2/oauth2/')),
  apiUrl,
);
for (const [call, { count, faults }] of judged.calls)
  console.log(
    `${faults.length === 0 ? 'ok ' : 'NOT'} ${String(count).padStart(3)} x ${call}${faults.map((fault) => `\n      ${fault}`).join('')}`,
  );
const missing = [...new Set(listed)].filter((call) => !call.includes('/2/oauth2/') && !judged.calls.has(call));
for (const call of missing) console.log(`NOT made: ${call}`);
const sum = (of: (call: JudgedCall) => number) => [...judged.calls.values()].reduce((all, call) => all + of(call), 0);
const refused = sum((call) => call.refused);
console.log(`\n${judged.version}: ${sum(({ count }) => count)} calls, ${refused} that the description does not take.`);

await media.close();
await client.close();
await sandbox.close();
gifs.close();
rmSync(tempDir, { recursive: true });
process.exitCode = refused > 0 || missing.length > 0 ? 1 : 0;
