import express, { type RequestHandler, type Router } from 'express';
import { plainProblem } from './answers.ts';
import { type Call, type Endpoint, sendAnswer, serve } from './endpoint.ts';
import { exchangeToken, lostReply, revokeToken } from './login/token.ts';
import { append, finalize, initialize } from './media/media-chunks.ts';
import { describeMedia } from './media/media-metadata.ts';
import { addSubtitles } from './media/media-subtitles.ts';
import { readStatus, uploadAtOnce } from './media/media-upload.ts';
import { createPost } from './posts/create-post.ts';
import { deletePost } from './posts/delete-post.ts';
import { lookUpPost, lookUpPosts } from './posts/look-up-posts.ts';
import { repost, undoRepost } from './posts/reposts.ts';
import { readTimeline } from './posts/timeline.ts';
import { readMe } from './users-me.ts';
import type { XWorld } from './world.ts';

const reading = ['tweet.read', 'users.read'];
const writing = ['tweet.read', 'tweet.write', 'users.read'];
const uploading = ['media.write'];

type Handle = (world: XWorld, call: Call) => ReturnType<Endpoint['handle']>;

/** Requests per person and 15 minutes (X, rate limits, 2026-08; the stricter number). */
const endpoints: readonly (Omit<Endpoint, 'handle'> & { readonly path: string; readonly handle: Handle })[] = [
  { name: 'GET /2/users/me', path: '/2/users/me', scopes: reading, limit: 75, handle: readMe },
  { name: 'GET /2/users/:id/tweets', path: '/2/users/:id/tweets', scopes: reading, limit: 900, handle: readTimeline },
  {
    name: 'POST /2/tweets',
    path: '/2/tweets',
    scopes: writing,
    limit: 100,
    appDailyLimit: 10_000,
    isBilled: true,
    handle: createPost,
  },
  { name: 'GET /2/tweets', path: '/2/tweets', scopes: reading, limit: 5_000, isBilled: true, handle: lookUpPosts },
  { name: 'GET /2/tweets/:id', path: '/2/tweets/:id', scopes: reading, limit: 900, isBilled: true, handle: lookUpPost },
  { name: 'DELETE /2/tweets/:id', path: '/2/tweets/:id', scopes: writing, limit: 50, handle: deletePost },
  {
    name: 'POST /2/users/:id/retweets',
    path: '/2/users/:id/retweets',
    scopes: writing,
    limit: 50,
    isBilled: true,
    handle: repost,
  },
  {
    name: 'DELETE /2/users/:id/retweets/:tweet_id',
    path: '/2/users/:id/retweets/:tweet_id',
    scopes: writing,
    limit: 50,
    handle: undoRepost,
  },
  { name: 'POST /2/media/upload', path: '/2/media/upload', scopes: uploading, limit: 500, handle: uploadAtOnce },
  { name: 'GET /2/media/upload', path: '/2/media/upload', scopes: uploading, limit: 1_000, handle: readStatus },
  {
    name: 'POST /2/media/upload/initialize',
    path: '/2/media/upload/initialize',
    scopes: uploading,
    limit: 1_875,
    handle: initialize,
  },
  {
    name: 'POST /2/media/upload/:id/append',
    path: '/2/media/upload/:id/append',
    scopes: uploading,
    limit: 1_875,
    handle: append,
  },
  {
    name: 'POST /2/media/upload/:id/finalize',
    path: '/2/media/upload/:id/finalize',
    scopes: uploading,
    limit: 1_875,
    handle: finalize,
  },
  { name: 'POST /2/media/metadata', path: '/2/media/metadata', scopes: uploading, limit: 500, handle: describeMedia },
  {
    name: 'POST /2/media/subtitles',
    path: '/2/media/subtitles',
    scopes: uploading,
    limit: 100,
    appDailyLimit: 10_000,
    handle: addSubtitles,
  },
];

export const endpointLimits: ReadonlyMap<string, number> = new Map(endpoints.map(({ name, limit }) => [name, limit]));

/** api.x.com. */
export function createApi(world: XWorld): Router {
  const router = express.Router();
  router.post('/2/oauth2/token', token(world));
  router.post('/2/oauth2/revoke', (req, res, next) => {
    revokeToken(world, req).then((answer) => sendAnswer(world, res, answer), next);
  });
  for (const { path, handle, ...endpoint } of endpoints) {
    const served = serve(world, { ...endpoint, handle: (call) => handle(world, call) });
    router[methodOf(endpoint.name)](path, served);
  }
  router.use((_req, res) => sendAnswer(world, res, plainProblem(404, 'Not Found', 'Not Found')));
  return router;
}

function token(world: XWorld): RequestHandler {
  return (req, res, next) => {
    exchangeToken(world, req).then((answer) => {
      if (answer === lostReply) req.socket.destroy();
      else sendAnswer(world, res, answer);
    }, next);
  };
}

function methodOf(name: string): 'get' | 'post' | 'delete' {
  if (name.startsWith('GET')) return 'get';
  return name.startsWith('POST') ? 'post' : 'delete';
}
