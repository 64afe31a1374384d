import { createServer, type Server } from 'node:http';
import { createHttp, type NetworkIo, Secret } from '@fanfare/network';
import { scriptNetwork } from '@fanfare/network-meta/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createInstagram, instagramVersions } from '../src/index.ts';
import { draft, image } from './draft.ts';

/** Bytes as Instagram sends them: `user_id` of the code exchange is a bare number beyond 2^53. */
const ANSWERS: Readonly<Record<string, string>> = {
  'POST /ig/oauth/access_token':
    '{"access_token":"SHORT","user_id":27640875392278831,"permissions":["instagram_business_basic","instagram_business_content_publish"]}',
  'GET /ig/access_token': '{"access_token":"LONG","token_type":"bearer","expires_in":5183944}',
  'GET /ig/v25.0/me':
    '{"id":27640875392278831,"user_id":17841400000000001,"username":"acme","account_type":"BUSINESS"}',
  'POST /ig/v25.0/17841400000000001/media': '{"id":"17889455560051444"}',
  'GET /ig/v25.0/17889455560051444': '{"status_code":"FINISHED","id":"17889455560051444"}',
  'POST /ig/v25.0/17841400000000001/media_publish': '{"id":"17920238422030506"}',
};

let server: Server;
let http: ReturnType<typeof createHttp>;
let url: string;
let requests: string[];

beforeEach(async () => {
  requests = [];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { pathname, search } = new URL(request.url ?? '', 'http://localhost');
    const name = `${request.method} ${pathname}`;
    const type = request.headers['content-type'] ?? '';
    requests.push(`${name}${search} ${type} ${Buffer.concat(chunks).toString('utf8')}`.trimEnd());
    response.writeHead(ANSWERS[name] === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(ANSWERS[name]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}/ig`;
  http = createHttp({ egress: { allowedHosts: [`127.0.0.1:${address.port}`], trustedOrigins: [] } });
});

afterEach(async () => {
  await http.close();
  await new Promise((resolve) => server.close(resolve));
});

it('keeps ids exact and sends forms and queries as documented, over real HTTP', async () => {
  const instagram = createInstagram({
    wwwUrl: url,
    apiUrl: url,
    graphUrl: url,
    versions: instagramVersions(),
    clientId: '9906',
    clientSecret: new Secret('s3cret'),
  });
  const { call } = scriptNetwork({});
  const io: NetworkIo = { http, clock: call.clock, signal: call.signal };
  const input = { code: 'AQB#_', redirectUri: 'https://svc.test/oauth/instagram/callback', codeVerifier: null };

  const credential = await instagram.connect.exchange(io, input);
  expect(await instagram.connect.profiles(io, credential)).toEqual({
    ok: true,
    profiles: [{ platformUserId: '17841400000000001', username: 'acme', otherIds: ['27640875392278831'] }],
  });
  const account = { ...call, http, credential };
  const prepared = await instagram.publish.prepare(account, draft({ content: 'Grüße & 👍', media: [image()] }));
  expect(await instagram.publish.send(account, prepared)).toEqual({ platformPostId: '17920238422030506', url: null });

  const form = 'application/x-www-form-urlencoded';
  expect(requests.map((line) => line.replace(/;\s*charset=utf-8/i, ''))).toEqual([
    `POST /ig/oauth/access_token ${form} client_id=9906&client_secret=s3cret&grant_type=authorization_code&redirect_uri=https%3A%2F%2Fsvc.test%2Foauth%2Finstagram%2Fcallback&code=AQB`,
    'GET /ig/access_token?grant_type=ig_exchange_token&client_secret=s3cret&access_token=SHORT',
    'GET /ig/v25.0/me?fields=id%2Cuser_id%2Cusername%2Caccount_type&access_token=LONG',
    `POST /ig/v25.0/17841400000000001/media ${form} image_url=https%3A%2F%2Fcdn.example%2Fa.jpg&caption=Gr%C3%BC%C3%9Fe+%26+%F0%9F%91%8D&access_token=LONG`,
    'GET /ig/v25.0/17889455560051444?fields=status_code%2Cstatus&access_token=LONG',
    `POST /ig/v25.0/17841400000000001/media_publish ${form} creation_id=17889455560051444&access_token=LONG`,
  ]);
});
