import { type RunningService, startService } from '@fanfare/harness/testing';
import { Fanfare, type MediaItem, type MicropubOptions } from '@fanfare/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeIndiekit } from '../real-indiekit.ts';
import { type LosingProxy, startLosingProxy } from '../start-losing-proxy.ts';
import { newText, publishOnHub } from './publish-on-hub.ts';
import { refusal } from './refusal.ts';
import { readFile, visit } from './visit.ts';

let proxy: LosingProxy;
const behind = async (serverUrl: string) => {
  proxy = await startLosingProxy(serverUrl);
  return proxy.url;
};

await describeIndiekit('a Fanfare and a real Indiekit', { behind }, (indiekit) => {
  let service: RunningService;
  let fanfare: Fanfare;
  beforeAll(async () => {
    service = await startService({ PUBLISHES_PER_MINUTE: '100000' });
    fanfare = new Fanfare(service);
  });
  afterAll(async () => {
    await service?.stop();
    await proxy.stop();
  });

  const hubUrl = `${indiekit?.url}/micropub`;
  const key = () => ({ hubUrl, type: 'micropub', apiKey: indiekit.token }) as const;
  const sample = (name: string, altText: string): MediaItem => ({
    type: 'image',
    url: `${service.sandboxUrl}/__sandbox/samples/${name}`,
    altText,
  });
  /** Requests with which something is made on the hub. */
  const writes = () =>
    proxy.takeSeen().filter(({ method, url }) => method === 'POST' && /^\/(micropub|media)\b/.test(url));

  test('a token connects its website, by the address of the endpoint; the same token reuses the account', async () => {
    const { account } = await fanfare.accounts.connectHub(key());
    expect(account).toMatchObject({
      platform: 'hub',
      status: 'active',
      hub: { type: 'micropub', url: hubUrl, defaultSpaceSlug: null },
    });
    expect((await fanfare.accounts.connectHub(key())).account.id).toBe(account.id);
  });

  test('wrong tokens, codes, spaces and an endpoint on another origin are refused, each with its code', async () => {
    expect([
      await refusal(fanfare.accounts.connectHub({ ...key(), apiKey: 'wrong' })),
      await refusal(fanfare.accounts.connectHub({ hubUrl, connectCode: 'TCVX-XRPK-KNNF-NLSW' })),
      await refusal(fanfare.accounts.connectHub({ ...key(), defaultSpaceSlug: 'nowhere' })),
      await refusal(fanfare.accounts.connectHub({ ...key(), hubUrl: indiekit.website })),
    ]).toEqual([
      '400 hub_auth_failed: The hub refused the key.',
      expect.stringMatching(/^400 hub_not_supported: /),
      expect.stringMatching(/^400 space_not_found: /),
      expect.stringMatching(/^400 hub_not_supported: /),
    ]);
  });

  test('spaces are the channels, searched and paged', async () => {
    const { account } = await fanfare.accounts.connectHub(key());
    const slugs = async (request: object) => {
      const { spaces, total } = await fanfare.accounts.spaces(account.id, request);
      return [total, ...spaces.map(({ slug }) => slug)];
    };
    expect(await slugs({})).toEqual([3, 'events', 'news', 'notes']);
    expect(await slugs({ q: 'NE' })).toEqual([1, 'news']);
    expect(await slugs({ limit: 1, offset: 2 })).toEqual([3, 'notes']);
  });

  test('a text is public at its address', async () => {
    const { account } = await fanfare.accounts.connectHub(key());
    const content = newText('Rye is back');
    const target = await publishOnHub(fanfare, account.id, { content, spaceSlug: 'news' });
    expect(target).toMatchObject({ status: 'published', error: null, platformPostId: target.url });
    expect(target.url).toMatch(new RegExp(`^${indiekit.website}/notes/`));
    const { status, html } = await visit(target.url!);
    expect([status, html.includes(content)]).toEqual([200, true]);
  });

  test.each([
    ['an image', ['harbour.jpg']],
    ['a carousel', ['harbour.jpg', 'latte.png', 'beans.jpg']],
  ])('%s is public, in order and with its alt texts', async (_, names) => {
    const { account } = await fanfare.accounts.connectHub(key());
    const mediaItems = names.map((name) => sample(name, `The picture ${name}`));
    const target = await publishOnHub(fanfare, account.id, { content: newText('Pictures'), mediaItems });
    expect(target.error).toBeNull();
    const { html } = await visit(target.url!);
    expect([...html.matchAll(/alt: (.*)/g)].map(([, alt]) => alt)).toEqual(names.map((name) => `The picture ${name}`));
    const addresses = [...html.matchAll(/- url: (\S+)/g)].map(([, url = '']) => new URL(url, indiekit.website).href);
    const files = await Promise.all(addresses.map(readFile));
    expect(files.map(({ status, type }) => `${status} ${type}`)).toEqual(
      names.map((name) => `200 image/${name.endsWith('png') ? 'png' : 'jpeg'}`),
    );
  });

  test('tags are in the post, and an unknown place for copies fails the target', async () => {
    const { account } = await fanfare.accounts.connectHub(key());
    writes();
    const publish = (micropub: MicropubOptions) =>
      publishOnHub(fanfare, account.id, { content: newText('Tags'), options: { micropub } });
    const target = await publish({ categories: ['rye', 'fresh bread'] });
    expect(target.error).toBeNull();
    const { html } = await visit(target.url!);
    expect(html).toMatch(/category:\s+- rye\s+- fresh bread/);
    const refused = await publish({ syndicateTo: ['https://nowhere.example/'] });
    expect(refused.error).toBe('content_rejected: The hub sends no copies to "https://nowhere.example/".');
    expect(writes()).toHaveLength(1);
  });

  test('an unknown space fails the target, and nothing is sent to the hub', async () => {
    const { account } = await fanfare.accounts.connectHub(key());
    writes();
    const target = await publishOnHub(fanfare, account.id, {
      content: newText('Nowhere'),
      spaceSlug: 'nowhere',
      mediaItems: [sample('beans.jpg', '')],
    });
    expect([target.status, target.error]).toEqual(['failed', expect.stringMatching(/^space_not_found: /)]);
    expect(writes()).toEqual([]);
  });

  test('a post whose answer is lost is found by its slug, and sent once', async () => {
    const { account } = await fanfare.accounts.connectHub(key());
    writes();
    proxy.loseAnswers(({ method, url }) => method === 'POST' && url.startsWith('/micropub'));
    const content = newText('Lost');
    const target = await publishOnHub(fanfare, account.id, { content });
    expect(target).toMatchObject({ status: 'published', error: null, platformPostId: target.url });
    expect((await visit(target.url!)).html).toContain(content);
    expect(writes()).toEqual([{ method: 'POST', url: '/micropub', status: 202 }]);
  });

  test('a disconnected account is revoked', async () => {
    const { account } = await fanfare.accounts.connectHub(key());
    await fanfare.accounts.delete(account.id);
    expect((await fanfare.accounts.get(account.id)).account.status).toBe('revoked');
  });
});
