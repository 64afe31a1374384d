import { expect, it } from 'vitest';
import { renderConsentPage } from '../src/consent-page.ts';
import { escapeHtml } from '../src/html.ts';
import { renderPostPage } from '../src/post/post-page.ts';
import type { PostView } from '../src/post/post-view.ts';
import { redirectUriAllowed } from '../src/redirect-uri.ts';
import { field, startX } from './x-session.ts';

const { sandbox, control } = await startX();

const evil = `"><script>alert('x')</script>`;
const aPost: PostView = {
  network: 'threads',
  id: '1',
  url: 'http://127.0.0.1:4600/threads/www/@ada/post/1',
  author: { id: '7', username: evil, name: evil },
  text: `${evil} and https://example.com/a?b=1&c=2.`,
  media: [
    {
      type: 'image',
      url: 'http://127.0.0.1:4600/__sandbox/blobs/1',
      coverUrl: null,
      altText: evil,
      thumbOffsetMs: null,
    },
    {
      type: 'video',
      url: 'http://127.0.0.1:4600/__sandbox/blobs/2',
      coverUrl: null,
      altText: null,
      thumbOffsetMs: 1500,
    },
    {
      type: 'video',
      url: 'http://127.0.0.1:4600/__sandbox/blobs/3',
      coverUrl: 'http://127.0.0.1:4600/__sandbox/blobs/4',
      altText: null,
      thumbOffsetMs: null,
    },
  ],
  aiGenerated: true,
  createdAt: '2026-03-01T10:00:00.000Z',
  comments: [{ id: '2', author: 'ben', text: evil, createdAt: '2026-03-01T11:00:00.000Z' }],
  repostedBy: ['cleo'],
};

const feed = async (query = '') => {
  const body: unknown = await (await fetch(`${sandbox.url}/__sandbox/feed${query}`)).json();
  const { cards, total, counts } = field(body);
  return { cards: Array.isArray(cards) ? cards.map(field) : [], total, counts: field(counts) };
};
const parts = (card: unknown) => {
  const list = field(card).parts;
  return Array.isArray(list) ? list.map(field) : [];
};

it('shows a whole post, and escapes its markup', () => {
  const page = renderPostPage(aPost, { nowMs: Date.parse(aPost.createdAt) });
  expect(page).not.toContain('<script>alert');
  expect(page.match(/<video /g)).toHaveLength(2);
  for (const piece of [
    '<img src="/__sandbox/blobs/1"',
    'src="/__sandbox/blobs/2#t=1.5"',
    'Cover: the frame at 1.5 s',
    'poster="/__sandbox/blobs/4"',
    '<span class="count">3/3</span>',
    'Made with AI',
    'Reposted by @cleo',
    '<b>@ben</b>',
    '<a href="https://example.com/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">example.com/a?b=1&amp;c=2</a>.',
  ]) {
    expect(page).toContain(piece);
  }
});

it('escapes every character that could end a text or an attribute', () => {
  expect(escapeHtml(`&<>"'a`)).toBe('&amp;&lt;&gt;&quot;&#39;a');
});

it('offers a person on the consent page, and scopes where they can be unticked', () => {
  const page = renderConsentPage({
    network: 'Threads',
    brandColor: 'red;}</style><script>',
    appName: evil,
    profiles: [{ id: '1', username: 'ada', name: 'Ada Park', kind: 'person' }],
    scopes: [
      { value: 'basic', label: 'See your profile', optional: false },
      { value: 'publish', label: 'Publish for you', optional: true },
    ],
    action: '/authorize',
    hidden: { state: evil },
  });
  expect(page).not.toContain('<script>');
  expect(page).toContain('<input type="radio" name="profile" value="ada" checked>');
  expect(page).toContain('<input type="hidden" name="scopes" value="basic">');
  expect(page).toContain('<input type="checkbox" name="scopes" value="publish" checked>');
  expect(page).toContain(`<input type="hidden" name="state" value="${escapeHtml(evil)}">`);
});

it.each([
  ['http://127.0.0.1:8080/callback', true],
  ['http://localhost:1/any/path?with=query', true],
  ['http://127.0.0.1/callback', true],
  ['https://app.example.com/callback', true],
  ['https://app.example.com/callback/', false],
  ['https://127.0.0.1:8080/callback', false],
  ['http://127.0.0.1:8080@evil.example.com/', false],
  ['http://user@127.0.0.1:8080/', false],
  ['http://127.0.0.1.evil.example.com/', false],
  ['http://localhost:8080/callback#fragment', false],
  ['javascript:alert(1)', false],
])('calls an app back at %s: %s', (uri, isAllowed) => {
  const registered = ['http://127.0.0.1:*', 'http://localhost:*', 'https://app.example.com/callback'];
  expect(redirectUriAllowed(registered, uri)).toBe(isAllowed);
});

it('says on an empty feed what to do', async () => {
  const page = await (await fetch(sandbox.url)).text();
  expect(page).toContain('Nothing has been published yet');
  for (const piece of [
    '/x/api',
    '/instagram/graph',
    'sandbox-x-app',
    '/__sandbox/samples/harbour.jpg',
    '@pat.personal',
  ]) {
    expect(page).toContain(piece);
  }
  expect(await feed()).toMatchObject({ cards: [], total: 0, counts: {} });
});

it('updates only the changed part of a card', async () => {
  const { body } = await control('/x/post', { username: 'ada', text: 'First' });
  await control('/x/post', { username: 'ben', text: 'Second' });
  const before = await feed();
  expect(before).toMatchObject({ total: 2, counts: { all: 2, x: 2, 'x/ada': 1, 'x/ben': 1 } });
  expect(before.cards.map(({ key }) => key)[1]).toBe(`x:${field(body).id}`);
  await control('/x/post', { username: 'cleo', text: 'A comment', replyTo: field(body).id });
  const after = await feed();
  const changed = parts(after.cards[1]).filter(
    ({ version }, index) => version !== parts(before.cards[1])[index]?.version,
  );
  expect(changed.map(({ name }) => name)).toEqual(['foot']);
  expect(after.cards[0]).toEqual(before.cards[0]);
});

it('filters the feed by network and person, and shows the requested number', async () => {
  expect((await feed('?network=x&profile=ben')).cards).toHaveLength(1);
  expect((await feed('?network=linkedin')).cards).toHaveLength(0);
  expect(await feed('?limit=1')).toMatchObject({ total: 2, cards: [{ network: 'x' }] });
  const page = await (await fetch(`${sandbox.url}/?network=x&profile=ben`)).text();
  expect(page).toContain('Second');
  expect(page).not.toContain('First');
  expect(page).toContain('href="/?network=x&amp;profile=ben" aria-current="true"');
});

it.each([
  ['instagram', 'ada', '/instagram/www/ada'],
  ['threads', 'ada', '/threads/www/@ada'],
  ['x', 'ben', '/x/web/ben'],
  ['linkedin', 'ada', '/linkedin/www/in/ada'],
  ['linkedin', 'harbour-coffee', '/linkedin/www/company/harbour-coffee'],
])('leads from the posts on %s of %s to the profile', async (network, username, path) => {
  const page = await (await fetch(`${sandbox.url}/?network=${network}&profile=${username}`)).text();
  expect(page).toContain(`<a href="${path}">Profile of @${username} →</a>`);
  const profile = await fetch(`${sandbox.url}${path}`);
  expect([profile.status, await profile.text()]).toEqual([
    200,
    expect.stringContaining(`<p class="soft">@${username} · `),
  ]);
});

it.each(['/', '/__sandbox', '/receiver/app'])('makes no other requests at %s', async (path) => {
  const page = await (await fetch(`${sandbox.url}${path}`)).text();
  const addresses = [...page.matchAll(/(?:src|href|poster|action)="([^"]+)"/g)].map(([, address]) => address ?? '');
  expect(addresses.filter((address) => !address.startsWith('/') && !address.startsWith('data:'))).toEqual([]);
  expect(page).toContain("default-src 'none'");
  for (const script of [...page.matchAll(/<script src="([^"]+)"/g)].map(([, address]) => address ?? '')) {
    expect((await fetch(`${sandbox.url}${script}`)).headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  }
});
