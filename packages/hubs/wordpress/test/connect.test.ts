import { API_KEY, factsOf, makeCall, makeIo, type Reply, scriptedHub } from '@fanfare/hub/testing';
import { Secret } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { createWordpress } from '../src/index.ts';
import { aPage, refusal } from './replies.ts';

const driver = createWordpress();
const KEYS = { 'application-passwords': { endpoints: { authorization: '{url}/wp-admin/authorize-application.php' } } };
const root = (facts: object = {}): Reply => ({
  json: {
    ...{ name: 'Tom&#039;s Bread &amp; More', home: '{url}', url: '{url}' },
    ...{ namespaces: ['oembed/1.0', 'wp/v2'], authentication: KEYS, ...facts },
  },
});
const ROOT = root();
const me = (capabilities: Record<string, boolean>): Reply => ({
  json: { id: 7, username: 'ann', name: 'Ann', slug: 'ann', capabilities },
});
const AUTHOR = me({ publish_posts: true, upload_files: true, read: true });

async function connect(root: Reply, who: Reply) {
  const server = await scriptedHub({ 'GET /': root, 'GET /wp/v2/users/me': who });
  const key = { url: server.url, apiUrl: null, username: 'ann@hub.test', apiKey: new Secret(API_KEY) };
  const connected = driver.connect(makeIo(), key);
  connected.catch(() => {});
  return { server, connected };
}

describe('connecting to WordPress', () => {
  it('finds the site and the user, and sends the key only after the site has answered', async () => {
    const { server, connected } = await connect(ROOT, AUTHOR);
    expect(await connected).toEqual({
      ok: true,
      user: {
        site: { apiUrl: server.url, keyOrigins: [server.url], name: "Tom's Bread & More" },
        home: server.url,
        remoteId: '7',
        username: 'ann',
      },
    });
    const basic = `Basic ${Buffer.from(`ann@hub.test:${API_KEY}`).toString('base64')}`;
    expect(server.requests.map(({ query, headers }) => [query, headers.authorization])).toEqual([
      [{ rest_route: '/', _fields: 'name,home,url,namespaces,authentication' }, undefined],
      [{ rest_route: '/wp/v2/users/me', context: 'edit' }, basic],
    ]);
  });

  it.each([
    ['a page', aPage],
    ['404', { status: 404, text: '<html>' }],
    ['a redirect', { status: 301, headers: { location: 'https://elsewhere.test/' } }],
    ['another API', { json: { name: 'x', namespaces: ['oembed/1.0'] } }],
    ['an empty answer', { status: 200 }],
  ])('is refused where the address answers with %s, and the key is not sent', async (_, root) => {
    const { server, connected } = await connect(root, AUTHOR);
    expect((await factsOf(connected)).code).toBe('content_rejected');
    expect(server.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true);
  });

  it('reports a hub that is down for a while as such', async () => {
    const { connected } = await connect({ status: 503, text: 'Briefly unavailable' }, AUTHOR);
    expect(await factsOf(connected)).toMatchObject({ code: 'network_unavailable', networkCode: '503' });
  });

  it.each([
    ['both', me({ read: true }), 'publish posts or upload images'],
    ['publishing', me({ upload_files: true, publish_posts: false }), 'publish posts'],
    ['uploading', me({ publish_posts: true }), 'upload images'],
  ])('names the missing right: %s', async (_, who, right) => {
    const { connected } = await connect(ROOT, who);
    expect(await connected).toEqual({ ok: false, message: `The user of this key may not ${right} on the hub.` });
  });

  it('says that the key ended only when WordPress itself refuses it', async () => {
    const { connected } = await connect(ROOT, refusal(401, 'rest_not_logged_in', 'You are not currently logged in.'));
    expect(await factsOf(connected)).toEqual({
      code: 'credential_rejected',
      outcome: 'rejected',
      message: expect.stringMatching(
        /application password is wrong, or the web server removes the Authorization header/,
      ),
      networkCode: 'rest_not_logged_in',
      credential: 'revoked',
    });
  });

  it.each([
    ['a proxy with its own password', { status: 401, text: '<html>Authorization Required</html>' }],
    ['a gateway', { status: 401, json: { message: 'Unauthorized' } }],
    ['a firewall', { status: 403, text: '<html>Blocked</html>' }],
  ])('leaves the account as it is when %s refuses', async (_, who) => {
    const facts = await factsOf((await connect(ROOT, who)).connected);
    expect([facts.code, facts.credential]).toEqual(['network_unavailable', undefined]);
  });

  it('cuts the key out of what the hub repeats, in each of its forms', async () => {
    const forms = [API_KEY, API_KEY.replaceAll(' ', ''), Buffer.from(`ann@hub.test:${API_KEY}`).toString('base64')];
    const { connected } = await connect(ROOT, refusal(401, 'no_more_of_you', `No: ${forms.join(' ')}`));
    expect((await factsOf(connected)).networkMessage).toBe('No: [redacted] [redacted] [redacted]');
  });
});

describe('checking a key', () => {
  it('ends quietly while it works, and throws when it has ended', async () => {
    const server = await scriptedHub({ 'GET /wp/v2/users/me': [AUTHOR, refusal(401, 'rest_not_logged_in')] });
    const call = makeCall(server, { type: 'wordpress' });
    await driver.checkKey(call);
    expect((await factsOf(driver.checkKey(call))).code).toBe('credential_rejected');
  });
});

describe('deleting the key', () => {
  const KEYS = '/wp/v2/users/me/application-passwords';
  const run = async (introspect: Reply, deleted: Reply = { json: { deleted: true } }) => {
    const server = await scriptedHub({ [`GET ${KEYS}/introspect`]: introspect, [`DELETE ${KEYS}/u-1`]: deleted });
    const ended = driver.deleteKey?.(makeCall(server, { type: 'wordpress' })) ?? Promise.resolve();
    ended.catch(() => {});
    return { server, ended };
  };

  it('deletes the key that makes the call', async () => {
    const { server, ended } = await run({ json: { uuid: 'u-1', name: 'Fanfare' } });
    await ended;
    expect(server.lines()).toEqual([`GET ${KEYS}/introspect`, `DELETE ${KEYS}/u-1`]);
  });

  it.each([
    ['it is gone', refusal(401, 'rest_not_logged_in'), undefined],
    ['it goes meanwhile', { json: { uuid: 'u-1' } }, refusal(404, 'rest_application_password_not_found')],
  ])('is a success when %s already', async (_, introspect, deleted) => {
    await (await run(introspect, deleted)).ended;
  });

  it.each([
    ['a page', aPage],
    ['an id that leads elsewhere', { json: { uuid: '../../posts/1' } }],
    ['a fault', { status: 500, text: '' }],
  ])('fails on %s', async (_, introspect) => {
    const { server, ended } = await run(introspect);
    expect((await factsOf(ended)).code).toBe('network_unavailable');
    expect(server.lines().filter((line) => line.startsWith('DELETE'))).toEqual([]);
  });
});
