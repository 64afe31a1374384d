import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { attachFiles, createPost, deletePost, type Handling, updatePost, viewPost } from './posts.ts';
import { publicPage } from './public-pages.ts';
import { type ApiRequest, readRequest } from './read-request.ts';
import { json, type Reply, refuse, unauthorized } from './reply.ts';
import { nextId, type User, type World } from './world.ts';

export type Simulator = {
  /** Give it to `createServer`. */
  readonly handler: RequestListener;
  readonly world: World;
  addUser(username: string): User;
  addSpace(slug: string, name: string): void;
  /** A new token of a user, as an administrator makes it. The earlier one ends. */
  makeToken(username: string, expiresAt?: number): string;
};

const MOST_PER_PAGE = 100;
const FAR_FUTURE = Date.UTC(2099, 0);

/**
 * A HumHub with its REST API module as the source of the module shows it, without anything of the
 * driver: two readings of the same source must agree over HTTP. It keeps everything in memory.
 *
 * @example
 * const simulator = createSimulator({ now: Date.now });
 * simulator.addUser('ann');
 * createServer(simulator.handler).listen(4900);
 */
export function createSimulator({ now }: { readonly now: () => number }): Simulator {
  const world: World = {
    now,
    ...{ users: [], tokens: new Map(), spaces: [], posts: new Map(), lastId: 0 },
    habits: { ownersSeeHidden: true, hides: true },
  };
  return {
    world,
    handler: (incoming, response) => {
      void answer(world, incoming).then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
    },
    addUser(username) {
      const user = { id: nextId(world), username, containerId: nextId(world) };
      world.users.push(user);
      return user;
    },
    addSpace: (slug, name) => void world.spaces.push({ id: nextId(world), slug, name, containerId: nextId(world) }),
    makeToken(username, expiresAt = FAR_FUTURE) {
      const user = world.users.find((each) => each.username === username);
      if (!user) throw new Error(`There is no user ${username}.`);
      for (const [token, { user: owner }] of world.tokens) if (owner === user) world.tokens.delete(token);
      // 86 characters, as the module makes them.
      const token = randomBytes(64).toString('base64url');
      world.tokens.set(token, { user, expiresAt });
      return token;
    },
  };
}

async function answer(world: World, incoming: IncomingMessage): Promise<Reply> {
  let request: ApiRequest;
  try {
    request = await readRequest(incoming);
  } catch {
    return refuse(400, 'Invalid JSON data in request body.');
  }
  const [, path] = /^\/api\/v1\/(.*?)\/?$/.exec(request.url.pathname) ?? [];
  if (path === undefined) return publicPage(world, request);
  const route = ROUTES.find((each) => each.method === request.method && each.path.test(path));
  if (!route) return json(404, { name: 'Not Found', message: 'Page not found.', code: 0, status: 404 });
  const token = request.token === null ? undefined : world.tokens.get(request.token);
  if (!token || world.now() >= token.expiresAt) return unauthorized();
  const [, id = ''] = route.path.exec(path) ?? [];
  return route.answer({ world, request, user: token.user, id: Number(id) });
}

/** humhub/rest 0.11.5, Events.php, checked 2026-11. */
const ROUTES: readonly { method: string; path: RegExp; answer: (handling: Handling) => Reply }[] = [
  { method: 'GET', path: /^auth\/current$/, answer: currentUser },
  { method: 'GET', path: /^space$/, answer: listSpaces },
  { method: 'POST', path: /^post\/container\/(\d+)$/, answer: createPost },
  { method: 'GET', path: /^post\/(\d+)$/, answer: viewPost },
  { method: 'PUT', path: /^post\/(\d+)$/, answer: updatePost },
  { method: 'DELETE', path: /^post\/(\d+)$/, answer: deletePost },
  { method: 'POST', path: /^post\/(\d+)\/upload-files$/, answer: attachFiles },
];

/** definitions/UserDefinitions.php. */
function currentUser({ user: { id, username, containerId }, request }: Handling): Reply {
  const url = `${request.url.origin}/u/${username}/`;
  const account = { id, username, email: `${username}@example.org`, contentcontainer_id: containerId };
  return json(200, { id, display_name: username, url, account, profile: {} });
}

/** controllers/space/SpaceController.php, and `handlePagination` of BaseController.php. */
function listSpaces({ world: { spaces }, request: { url } }: Handling): Reply {
  const limit = Math.min(Number(url.searchParams.get('limit') ?? MOST_PER_PAGE), MOST_PER_PAGE);
  const pages = Math.ceil(spaces.length / limit);
  // Yii shows the last page in place of one that is beyond it.
  const page = Math.min(Math.max(1, Number(url.searchParams.get('page') ?? 1)), Math.max(1, pages));
  const results = spaces.slice((page - 1) * limit, page * limit).map(({ id, slug, name, containerId }) => ({
    ...{ id, name, description: `About ${name}`, url: `${url.origin}/s/${slug}/` },
    ...{ contentcontainer_id: containerId, visibility: 2, join_policy: 2, status: 1, tags: '' },
  }));
  return json(200, { total: spaces.length, page, pages, links: {}, results });
}
