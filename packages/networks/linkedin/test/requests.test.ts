import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { type Answer, type MediaFile, type OutgoingCall, Secret } from '@fanfare/network';
import { readRequestTable, rowsOf } from '@fanfare/network/testing/requests';
import { expect, it } from 'vitest';
import { createLinkedin, LINKEDIN_DEFAULTS, linkedinVersions } from '../src/index.ts';
import { aDraft, images } from './a-draft.ts';
import { aCredential, makeCall, NOW, PAGE } from './make-call.ts';

const { apiUrl: api, wwwUrl: www } = LINKEDIN_DEFAULTS;
const page = readFileSync(new URL('../../../../docs/networks/linkedin.md', import.meta.url), 'utf8');
const table = readRequestTable(page, { api, www });
const redirectUri = 'https://svc.example/oauth/linkedin/callback';
const UPLOADS = 'https://www.linkedin.com/dms-uploads';
const IMAGE = 'urn:li:image:7';
const VIDEO = 'urn:li:video:7';
const POST = 'urn:li:share:7';

const answers: Readonly<Record<string, unknown>> = {
  'POST /oauth/v2/accessToken': { access_token: 'AQX', expires_in: 60 },
  'GET /v2/userinfo': { sub: '782bbtaQ', name: 'Ada' },
  'GET /v2/me': { id: '782bbtaQ', vanityName: 'ada-l' },
  'GET /rest/organizationAcls': {
    elements: [{ organization: 'urn:li:organization:2414183', role: 'ADMINISTRATOR', state: 'APPROVED' }],
  },
  'GET /rest/organizations': { results: {} },
  'POST /rest/images': { value: { uploadUrl: `${UPLOADS}/image?ut=1`, image: IMAGE } },
  'POST /rest/videos': {
    value: {
      video: VIDEO,
      uploadToken: '',
      uploadInstructions: [{ uploadUrl: `${UPLOADS}/part`, firstByte: 0, lastByte: 999 }],
      thumbnailUploadUrl: `${UPLOADS}/cover`,
    },
  },
  [`GET /rest/videos/${encodeURIComponent(VIDEO)}`]: { status: 'AVAILABLE' },
  'GET /rest/posts': { elements: [] },
  [`GET /rest/socialActions/${encodeURIComponent(POST)}/comments`]: { elements: [] },
  [`GET /rest/socialActions/${encodeURIComponent(POST)}`]: {},
  [`GET /rest/socialMetadata/${encodeURIComponent(POST)}`]: {},
};

const bytes = Buffer.alloc(1_000);
const file = (contentType: MediaFile['contentType']): MediaFile => ({
  contentType,
  size: bytes.length,
  slice: async (start, end) => bytes.subarray(start, end),
  stream: () => Readable.from([bytes]),
});

/** Everything this adapter can ask of LinkedIn. */
async function everything(): Promise<readonly OutgoingCall[]> {
  const calls: OutgoingCall[] = [];
  const http = async (call: OutgoingCall): Promise<Answer> => {
    calls.push(call);
    const { pathname } = new URL(call.url);
    const json = answers[`${call.method} ${pathname}`] ?? {};
    return { status: call.method === 'GET' ? 200 : 201, headers: { etag: 'a' }, text: JSON.stringify(json), json };
  };
  await using real = makeCall({ account: PAGE });
  const media = {
    open: async ({ url }: { readonly url: string }) => file(url.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg'),
    close: async () => {},
  };
  const call = { ...real, http, media };
  const { connect, publish, comment, metrics } = createLinkedin({
    ...LINKEDIN_DEFAULTS,
    versions: linkedinVersions(),
    clientId: '86x',
    clientSecret: new Secret('app-secret'),
  });

  const consent = connect.authorizeUrl({ state: 's', redirectUri, codeChallenge: null });
  await connect.exchange(call, { code: 'c', redirectUri, codeVerifier: null });
  await connect.refresh?.(call, aCredential({ refreshToken: new Secret('AQV') }));
  await connect.profiles(call, call.credential);
  const [one, two] = images(2);
  const described = { ...one!, altText: 'A red bridge' };
  const clip = { type: 'video', url: 'https://cdn.example/0.mp4', coverUrl: 'https://cdn.example/0.jpg' } as const;
  for (const items of [[], [described], [described, two!], [clip]]) {
    await publish.send(call, await publish.prepare(call, aDraft({ media: items })));
  }
  const lost = { handle: null, intendedAt: NOW - 200_000, agoMs: 200_000, sends: 1, error: null, earlierErrors: [] };
  await publish.reconcile(call, { ...lost, input: aDraft() });
  const below = { platformPostId: POST, text: 'First!' };
  await comment!.send(call, await comment!.prepare(call, below));
  await comment!.reconcile(call, { ...lost, input: below });
  await metrics!(call, POST);
  await metrics!({ ...call, credential: aCredential({ scopes: ['r_organization_social_feed'] }) }, POST);
  return [{ method: 'GET', url: consent, effect: 'read', signal: call.signal }, ...calls];
}

it('docs/networks/linkedin.md has exactly one row for every request, and no other row', async () => {
  const requests = await everything();
  const unlike = requests.filter((request) => rowsOf(table, request).length !== 1);
  expect(unlike.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
  const met = new Set(requests.flatMap((request) => rowsOf(table, request)));
  expect(table.filter((row) => !met.has(row)).map(({ purpose }) => purpose)).toEqual([]);
  expect(table).toHaveLength(19);
});

it('a request that differs in one parameter, header, field or method has no row', async () => {
  const requests = (await everything()).filter(({ url }) => !String(url).startsWith(UPLOADS));
  const changed = requests.flatMap((request): OutgoingCall[] => [
    { ...request, method: 'DELETE' },
    { ...request, url: `${new URL(request.url).origin}/rest/elsewhere` },
    { ...request, query: { ...request.query, more: '1' } },
    { ...request, headers: { ...request.headers, 'x-more': '1' } },
    { ...request, body: { json: { more: 1 } } },
  ]);
  expect(changed.filter((request) => rowsOf(table, request).length > 0)).toEqual([]);
});
