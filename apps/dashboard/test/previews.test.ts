import path from 'node:path';
import { fieldNames } from '@fanfare/contract';
import type { Account, PlatformCapabilities, Post } from '@fanfare/sdk';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KIND_NETWORKS, kindsOf } from './kinds.ts';

type Composer = Pick<typeof import('../src/pages/compose/draft-content.ts'), 'contentOf' | 'readDraft'> & {
  formOfPost: typeof import('../src/posts/post-form.ts').formOfPost;
  judgeForm: typeof import('../src/pages/compose/judge.ts').judgeForm;
  Preview: typeof import('../src/pages/compose/previews/preview.tsx').Preview;
  rulesOf: typeof import('../src/pages/compose/network-rules.ts').rulesOf;
};

type Target = (typeof KINDS)[number]['target'];

let vite: ViteDevServer;
let composer: Composer;
beforeAll(async () => {
  // Node reads no JSX.
  vite = await createServer({
    root: path.resolve(import.meta.dirname, '..'),
    server: { middlewareMode: true, ws: false },
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
  });
  const load = <Name extends keyof Composer>(file: string) =>
    vite.ssrLoadModule(`/src/${file}`) as Promise<Pick<Composer, Name>>;
  composer = {
    ...(await load<'formOfPost'>('posts/post-form.ts')),
    ...(await load<'contentOf' | 'readDraft'>('pages/compose/draft-content.ts')),
    ...(await load<'judgeForm'>('pages/compose/judge.ts')),
    ...(await load<'Preview'>('pages/compose/previews/preview.tsx')),
    ...(await load<'rulesOf'>('pages/compose/network-rules.ts')),
  };
});
afterAll(() => vite?.close());

const GIVEN = {
  sample: (name: string) => `https://example.com/${name}`,
  quoted: { threads: '18050206876707110', linkedin: 'urn:li:share:6844785523593134080' },
};
const KINDS = Object.entries(kindsOf(GIVEN)).flatMap(([network, kinds]) => kinds.map((kind) => ({ network, ...kind })));

test.each(KINDS)(
  '$name on $network is shown as its network shows it, from a copy of its post',
  ({ network, target, shown, dropped = '\0' }) => {
    const text = textOf(accountOf(network), target);
    expect({ text, found: [...shown, dropped].filter((part) => text.includes(part)) }).toEqual({ text, found: shown });
  },
);

test.each(KINDS)('$name on $network comes back from the request of a draft', ({ network, target }) => {
  const account = accountOf(network);
  const { contentOf, formOfPost, readDraft } = composer;
  const { request } = contentOf(formOfPost(postOf(account, target)), [account]);
  expect(contentOf(readDraft({ form: null, request }), [account]).request).toEqual(request);
});

test('every option that a network has is in one of its kinds of content', () => {
  const unseen = KIND_NETWORKS.flatMap((network) => {
    const isHub = network === 'wordpress' || network === 'micropub';
    const options = composer.rulesOf(isHub ? 'hub' : network)?.options ?? {};
    const targets = KINDS.filter((kind) => kind.network === network).map(({ target }) => JSON.stringify(target));
    const isOwn = (name: string) => !isHub || name === network;
    return Object.entries(options)
      .filter(([name]) => isOwn(name))
      .flatMap(([name, schema]) => (name === network ? fieldNames(schema) : [name]))
      .filter((name) => !targets.some((target) => target.includes(`"${name}":`)))
      .map((name) => `${network}: ${name}`);
  });
  expect(unseen).toEqual([]);
});

test('an option that only the server knows is a line below the preview, unless its network does not describe it', () => {
  const account = accountOf('mastodon');
  const target = { content: 'Hi', mastodon: { sensitive: true, spoilerText: 'Fog' }, poll: { options: ['a', 'b'] } };
  const options = { type: 'object', properties: { mastodon: {} } };
  expect(textOf(account, target, { options } as unknown as PlatformCapabilities)).toMatch(
    /Hi.*Sensitiveyes.*Spoiler textFog$/,
  );
});

test('warnings of every kind are one list, whose name is true for each', () => {
  const html = htmlOf(accountOf('x'), { content: 'See https://example.com', x: { shareWithFollowers: true } });
  expect(html.match(/<ul[^>]*aria-label="([^"]*)"/)?.[1]).toBe('Warnings about the post on X');
  expect(html.match(/<li>[^<]*/g)).toEqual([
    '<li>shareWithFollowers has no effect without communityId.',
    '<li>The text contains a link: this post costs 65 units on X, which has no first comment that could hold the link. Leave the link out to pay 1 unit.',
  ]);
});

const textOf = (...args: Parameters<typeof htmlOf>): string => htmlOf(...args).replaceAll(/<[^>]*>/g, '');

function htmlOf(account: Account, target: Target, platform?: PlatformCapabilities): string {
  const { formOfPost, judgeForm, Preview } = composer;
  const [composed] = judgeForm(formOfPost(postOf(account, target)), new Map(), [account]).targets;
  const props = { composed: composed!, account, username: account.username, time: 'now', platform };
  return renderToStaticMarkup(createElement(Preview, props));
}

function accountOf(network: string): Account {
  const isHub = network === 'wordpress' || network === 'micropub';
  return {
    ...{ id: 'acc_1', username: 'ada', platformUserId: '1', status: 'active', statusReason: null },
    ...{ platform: isHub ? 'hub' : network, connectedAt: '2026-11-01T00:00:00.000Z' },
    ...(isHub && { hub: { type: network, url: 'https://example.org', name: 'Harbour', defaultSpaceSlug: null } }),
  } as Account;
}

/** The post that such a request makes, as far as a copy reads it. */
function postOf(account: Account, { content = '', mediaItems = [], ...target }: Target): Post {
  const [head] = target.thread ?? [];
  const requested = {
    ...{ firstComment: null, aiGenerated: false, spaceSlug: null },
    ...{ content: head?.content ?? content, mediaItems: head?.mediaItems ?? mediaItems },
    ...target,
  };
  const { id: accountId, platform } = account;
  return { content, targets: [{ accountId, platform, requested }] } as unknown as Post;
}
