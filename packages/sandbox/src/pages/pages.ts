import { readFileSync } from 'node:fs';
import express, { type Response, type Router } from 'express';
import type { PostView } from '../post/post-view.ts';
import { type PostCard, toPostCard } from '../post/to-post-card.ts';
import type { Receivers } from '../receiver/receivers.ts';
import type { SandboxClock, Simulator } from '../simulator.ts';
import { renderFeedPage } from './feed-page.ts';
import { renderPeoplePage } from './people-page.ts';
import { renderReceiverPage } from './receiver-page.ts';

const DEFAULT_CARDS = 30;
const MAX_CARDS = 500;
const DEFAULT_RECEIVER = 'app';

/** One answer to the feed page's poll. */
export type Feed = {
  readonly cards: readonly PostCard[];
  readonly total: number;
  readonly counts: Readonly<Record<string, number>>;
};

/** The pages: the feed at `/`, the controls at `/__sandbox`, and each receiver. */
export function createPages(deps: {
  readonly simulators: readonly Simulator[];
  readonly receivers: Receivers;
  readonly origin: string;
  readonly clock: SandboxClock;
  /** Newest first. */
  readonly listPosts: () => readonly PostView[];
}): Router {
  const scripts = new Map(
    [
      'feed.js',
      'people.js',
      'dom.js',
      'faults.js',
      'profiles.js',
      'requests.js',
      'copy.js',
      'receiver.js',
      'show-json.js',
    ].map((name) => [name, readFileSync(new URL(`../browser/${name}`, import.meta.url))]),
  );
  const router = express.Router();

  function readFeed(query: Readonly<Record<string, unknown>>): Feed {
    const network = deps.simulators.find((simulator) => simulator.network === query.network)?.network ?? null;
    const profile = typeof query.profile === 'string' && query.profile !== '' ? query.profile : null;
    const limit = Math.min(Math.max(Number(query.limit) || DEFAULT_CARDS, 1), MAX_CARDS);
    // Once for both: with thousands of posts the pages must not slow down the networks.
    const all = deps.listPosts();
    const posts = all.filter(
      (post) =>
        (network === null || post.network === network) && (profile === null || post.author.username === profile),
    );
    return {
      cards: posts.slice(0, limit).map((post) => toPostCard(post, { nowMs: deps.clock.now() })),
      total: posts.length,
      counts: countPosts(all),
    };
  }

  router.get('/', (req, res) => {
    sendPage(res, renderFeedPage({ ...deps, feed: readFeed(req.query), query: req.query }));
  });
  router.get('/__sandbox', (_req, res) => {
    sendPage(res, renderPeoplePage(deps));
  });
  router.get('/receiver', (_req, res) => {
    res.redirect(302, `/receiver/${deps.receivers.names()[0] ?? DEFAULT_RECEIVER}`);
  });
  router.get('/receiver/:name', (req, res, next) => {
    const receiver = deps.receivers.open(req.params.name);
    if (!receiver) return next();
    sendPage(res, renderReceiverPage({ receiver, names: deps.receivers.names(), origin: deps.origin }));
  });
  router.get('/__sandbox/feed', (req, res) => {
    res.set('cache-control', 'no-store').json(readFeed(req.query));
  });
  router.get('/__sandbox/assets/:name', (req, res, next) => {
    const script = scripts.get(req.params.name);
    if (!script) return next();
    res.set({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' }).end(script);
  });
  return router;
}

function countPosts(posts: readonly PostView[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { network, author } of posts) {
    for (const key of ['all', network, `${network}/${author.username}`]) counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

function sendPage(res: Response, page: string): void {
  res
    .set({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(page);
}
