import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fields, graphError, idOf, type MetaSession, startMeta } from './meta-session.ts';

let ig: MetaSession;
let token: string;
beforeAll(async () => {
  ig = await startMeta('instagram');
});
afterAll(() => ig.close());
beforeEach(async () => {
  await ig.reset();
  token = await ig.tokenOf('ada');
});

async function publishNew(fields: Fields): Promise<string> {
  const container = idOf(await ig.post(token, '/me/media', fields));
  await ig.advance(1000);
  return idOf(await ig.post(token, '/me/media_publish', { creation_id: container }));
}
const publishImage = () => publishNew({ image_url: ig.sampleUrl('beans.jpg') });

const retired = (newest: string) =>
  graphError({
    message: `(#2635) You are calling a deprecated version of the Ads API. Please update to the latest version: ${newest}.`,
    code: 2635,
  });

describe('addresses', () => {
  it('accept a supported version of Graph, or none', async () => {
    const at = async (version: string) =>
      (await ig.send(`${ig.roles.graph}${version}/me?access_token=${token}`)).status;
    expect([await at('/v21.0'), await at('/v27.0'), await at('')]).toEqual([200, 200, 200]);
    const old = await ig.send(`${ig.roles.graph}/v20.0/me?access_token=${token}`);
    expect([old.status, old.body]).toEqual([400, retired('v27.0')]);
    const never = await ig.send(`${ig.roles.graph}/v28.0/me?access_token=${token}`);
    expect([never.status, never.body]).toEqual([
      400,
      graphError({ message: 'Unknown path components: /v28.0/me', code: 2500 }),
    ]);
    const versioned = await ig.get(token, '/refresh_access_token', { grant_type: 'ig_refresh_token' });
    expect(versioned.status).toBe(400);
  });

  it('lose a version that a control retires, and get it back with a reset', async () => {
    expect(await ig.control('retire-version', { version: 'v27.0' })).toEqual({
      served: ['v21.0', 'v22.0', 'v23.0', 'v24.0', 'v25.0', 'v26.0'],
    });
    const gone = await ig.send(`${ig.roles.graph}/v27.0/me?access_token=${token}`);
    expect([gone.status, gone.body]).toEqual([400, retired('v26.0')]);
    expect((await ig.get(token, '/me')).status).toBe(200);
    await expect(ig.control('retire-version', { version: 'v27.0' })).rejects.toThrow('"version" must be one of v21.0');
    await ig.reset();
    const back = await ig.send(`${ig.roles.graph}/v27.0/me?access_token=${await ig.tokenOf('ada')}`);
    expect(back.status).toBe(200);
  });

  it('answer at the real host names too', async () => {
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: ig.sandbox.port, path: `/v25.0/me?access_token=${token}` };
      request({ ...options, headers: { host: 'graph.instagram.com' } }, (res) => resolve(res.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });

  it('refuse an unreadable body', async () => {
    const answer = await ig.send(`${ig.roles.graph}/v25.0/me/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"image_url":',
    });
    expect([answer.status, answer.body]).toEqual([
      400,
      graphError({ message: 'The request body cannot be read', code: 100 }),
    ]);
  });
});

it('start over after a reset', async () => {
  await publishImage();
  await ig.control('profiles', { username: 'dora' });
  await ig.control('usage', { percent: 100 });
  await ig.reset();
  expect((await ig.get(token, '/me')).body).toEqual(
    graphError({ message: 'Invalid OAuth access token - Cannot parse access token', code: 190 }),
  );
  expect(await ig.posts()).toEqual([]);
  await expect(ig.tokenOf('dora')).rejects.toThrow('no profile named dora');
  expect((await ig.get(await ig.tokenOf('ada'), '/me')).status).toBe(200);
});

it('refuses controls that would silently test nothing', async () => {
  await expect(ig.control('processing', { look: 3 })).rejects.toThrow('unknown field "look"');
  await expect(ig.control('processing', { looks: 1, ms: 1 })).rejects.toThrow('give "looks" or "ms", not both');
  await expect(ig.control('revoke-token', { username: 'nobody' })).rejects.toThrow('no profile named nobody');
  await expect(ig.control('usage', { percent: 100, code: 5 })).rejects.toThrow(
    '"code" must be one of 4, 17, 32, 613, 80002',
  );
  await expect(ig.control('scopes', { username: 'ada', scopes: ['all'] })).rejects.toThrow('"scopes" may hold');
  await expect(ig.control('fetch-failure', { address: '(' })).rejects.toThrow('"address" must be a regular expression');
  await expect(ig.control('insights', { id: '1', values: {} })).rejects.toThrow('no such post');
});
