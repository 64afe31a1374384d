import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { field, list, type MetaSession, NOON, startMeta, text } from './meta-session.ts';

const received: { readonly method: string; readonly type: string; readonly body: string }[] = [];
const app = createServer(async (req, res) => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks).toString();
  received.push({ method: req.method ?? '', type: req.headers['content-type'] ?? '', body });
  if (req.url === '/broken') return void res.writeHead(500).end('oh no');
  if (req.url === '/moved') return void res.writeHead(302, { location: '/meta' }).end();
  res
    .writeHead(200, { 'content-type': 'application/json' })
    .end('{"url":"https://svc.example/d/1","confirmation_code":"A1"}');
});

let ig: MetaSession;
let callbackUrl: string;
beforeAll(async () => {
  ig = await startMeta('instagram');
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  const address = app.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  callbackUrl = `http://127.0.0.1:${address.port}/meta`;
});
afterAll(async () => {
  await ig.close();
  app.close();
});
beforeEach(async () => {
  received.length = 0;
  await ig.reset();
});

/** Opens a signed request like an app that checks the signature as documented. */
function open(signedRequest: string, secret: string): { readonly genuine: boolean; readonly payload: string } {
  const [signature, encoded = ''] = signedRequest.split('.');
  const wanted = createHmac('sha256', secret).update(encoded).digest('base64url');
  return { genuine: signature === wanted, payload: Buffer.from(encoded, 'base64url').toString() };
}

describe.each(['deauthorize', 'data-deletion'])('%s', (control) => {
  it('posts a signed request and ends the tokens', async () => {
    const token = await ig.tokenOf('ada');
    const { body: me } = await ig.get(token, '/me', { fields: 'id,user_id' });
    const sent = await ig.control(control, { username: 'ada', callbackUrl });
    expect(sent).toEqual({
      status: 200,
      body: '{"url":"https://svc.example/d/1","confirmation_code":"A1"}',
      answer: { url: 'https://svc.example/d/1', confirmation_code: 'A1' },
      signedRequest: expect.stringMatching(/^[\w-]{43}\.[\w-]+$/),
    });
    const signedRequest = text(sent, 'signedRequest');
    expect(received).toEqual([
      {
        method: 'POST',
        type: 'application/x-www-form-urlencoded;charset=UTF-8',
        body: `signed_request=${signedRequest}`,
      },
    ]);
    const { genuine, payload } = open(signedRequest, ig.app.client_secret);
    expect(genuine).toBe(true);
    const issuedAt = NOON / 1000;
    expect(JSON.parse(payload)).toEqual({
      algorithm: 'HMAC-SHA256',
      issued_at: issuedAt,
      expires: issuedAt + 3600,
      user_id: text(me, 'id'),
    });
    expect(field(field((await ig.get(token, '/me')).body, 'error'), 'error_subcode')).toBe(458);
  });

  it('can send the account id or a bare number', async () => {
    const accountId = await ig.profileId('ada');
    const asked = { username: 'ada', callbackUrl, userId: 'account', numericUserId: true };
    const sent = await ig.control(control, asked);
    expect(open(text(sent, 'signedRequest'), ig.app.client_secret).payload).toContain(`"user_id":${accountId}}`);
  });

  it('may be forged: then the signature is wrong and the tokens stay valid', async () => {
    const token = await ig.tokenOf('ada');
    const sent = await ig.control(control, { username: 'ada', callbackUrl, forged: true });
    const { genuine, payload } = open(text(sent, 'signedRequest'), ig.app.client_secret);
    expect([genuine, JSON.parse(payload).algorithm]).toEqual([false, 'HMAC-SHA256']);
    expect((await ig.get(token, '/me')).status).toBe(200);
  });

  it('goes to the address of the app’s settings, until a reset', async () => {
    const setting = control === 'deauthorize' ? 'deauthorizeUrl' : 'dataDeletionUrl';
    await expect(ig.control(control, { username: 'ada' })).rejects.toThrow(`has no "${setting}"`);
    expect(await ig.control('apps', { clientId: ig.app.client_id, [setting]: callbackUrl })).toEqual({
      clientId: ig.app.client_id,
      clientSecret: ig.app.client_secret,
      redirectUris: ['http://127.0.0.1:*', 'http://localhost:*'],
      [setting]: callbackUrl,
    });
    expect(await ig.control(control, { username: 'ada' })).toMatchObject({ status: 200 });
    expect(received.length).toBe(1);
    await ig.reset();
    await expect(ig.control(control, { username: 'ada' })).rejects.toThrow(`has no "${setting}"`);
  });

  it('may be an old one, replayed: the signature is right, the time is old, and the tokens stay valid', async () => {
    const token = await ig.tokenOf('ada');
    const sent = await ig.control(control, { username: 'ada', callbackUrl, ageSeconds: 7200 });
    const { genuine, payload } = open(text(sent, 'signedRequest'), ig.app.client_secret);
    const issuedAt = NOON / 1000 - 7200;
    expect([genuine, JSON.parse(payload)]).toEqual([
      true,
      expect.objectContaining({ issued_at: issuedAt, expires: issuedAt + 3600 }),
    ]);
    expect((await ig.get(token, '/me')).status).toBe(200);
  });

  it('may be cut off, or name another algorithm', async () => {
    const token = await ig.tokenOf('ada');
    const whole = await ig.control(control, { username: 'ben', callbackUrl });
    const cut = text(await ig.control(control, { username: 'ada', callbackUrl, truncated: true }), 'signedRequest');
    expect([cut.length < text(whole, 'signedRequest').length, open(cut, ig.app.client_secret).genuine]).toEqual([
      true,
      false,
    ]);
    const other = await ig.control(control, { username: 'ada', callbackUrl, algorithm: 'none' });
    expect(JSON.parse(open(text(other, 'signedRequest'), ig.app.client_secret).payload).algorithm).toBe('none');
    expect((await ig.get(token, '/me')).status).toBe(200);
  });

  it('may be repeated exactly', async () => {
    const sent = await ig.control(control, { username: 'ada', callbackUrl, repeat: 3 });
    expect(list(sent, 'answers').map((answer) => field(answer, 'status'))).toEqual([200, 200, 200]);
    expect(received.length).toBe(3);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  it('follows no redirect', async () => {
    const sent = await ig.control(control, { username: 'ada', callbackUrl: callbackUrl.replace('/meta', '/moved') });
    expect([field(sent, 'status'), received.length]).toEqual([302, 1]);
  });

  it("signs with the app's own secret and ends only that app's tokens", async () => {
    await ig.control('apps', { clientId: 'app-2', clientSecret: 'secret-2', redirectUris: ['https://app.example/cb'] });
    const issued = await ig.control('issue-token', { username: 'ada', clientId: 'app-2' });
    const first = await ig.tokenOf('ada');
    const sent = await ig.control(control, { username: 'ada', callbackUrl, clientId: 'app-2' });
    expect(open(text(sent, 'signedRequest'), 'secret-2').genuine).toBe(true);
    expect((await ig.get(text(issued, 'accessToken'), '/me')).status).toBe(400);
    expect((await ig.get(first, '/me')).status).toBe(200);
  });

  it('reports the app’s answer, or that there was none', async () => {
    const broken = await ig.control(control, { username: 'ada', callbackUrl: callbackUrl.replace('/meta', '/broken') });
    expect(broken).toMatchObject({ status: 500, body: 'oh no' });
    const nobody = await ig.control(control, { username: 'ada', callbackUrl: 'http://127.0.0.1:1/' });
    expect(nobody).toMatchObject({ status: null });
    await expect(ig.control(control, { username: 'ada', callbackUrl: 'nowhere' })).rejects.toThrow(
      '"callbackUrl" must be an address',
    );
  });
});
