import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Handling, SignedIn } from './handling.ts';
import { lookAtMedia, mediaFile, upload } from './media.ts';
import { authenticate, consentPage, decide, issueToken, registerApp } from './oauth.ts';
import { publicPage } from './public-pages.ts';
import { type ApiRequest, readRequest } from './read-request.ts';
import { json, type Reply, refuse } from './reply.ts';
import { boost, listStatuses, postStatus, readStatus } from './statuses.ts';
import { type App, nextId, type Person, type Status, type World } from './world.ts';

export type Simulator = {
  /** Pass it to `createServer`. */
  readonly handler: RequestListener;
  readonly world: World;
  /** A person who can be chosen on the consent page. */
  addPerson(username: string): Person;
  /** An app with fixed credentials, as an operator would have registered it. */
  addApp(app: App): void;
  /** Removes all public content and tokens; people and apps stay. */
  reset(): void;
};

/** By default (Mastodon, Rate limits, checked 2026-11). */
const CALLS = 300;
const WINDOW_MS = 5 * 60_000;

/**
 * A Mastodon server according to its public API documentation, without any code of the adapter: two
 * readings of the same pages must agree over HTTP. It keeps everything in memory.
 *
 * @example
 * const simulator = createSimulator({ now: Date.now });
 * simulator.addPerson('ada');
 * createServer(simulator.handler).listen(4800);
 */
export function createSimulator({ now }: { readonly now: () => number }): Simulator {
  const world: World = {
    now,
    people: [],
    apps: [],
    codes: new Map(),
    tokens: new Map(),
    media: [],
    statuses: [],
    keys: new Map(),
    calls: new Map(),
    videoLooks: 2,
    secret: () => randomBytes(32).toString('base64url'),
  };
  return {
    world,
    handler: (incoming, response) => {
      void answer(world, incoming).then(({ status, headers, body }) =>
        response.writeHead(status, { date: new Date(now()).toUTCString(), ...headers }).end(body),
      );
    },
    addPerson(username) {
      const person: Person = { id: nextId(world), username, disabled: false };
      world.people.push(person);
      return person;
    },
    addApp: (app) => void world.apps.push(app),
    reset() {
      for (const person of world.people) person.disabled = false;
      Object.assign(world, {
        codes: new Map(),
        tokens: new Map(),
        media: [],
        statuses: [],
        keys: new Map(),
        calls: new Map(),
      });
    },
  };
}

async function answer(world: World, incoming: IncomingMessage): Promise<Reply> {
  let request: ApiRequest;
  try {
    request = await readRequest(incoming);
  } catch {
    return refuse(400, 'There was a problem in the JSON you submitted');
  }
  const path = request.url.pathname;
  const route = ROUTES.find((each) => each.method === request.method && each.path.test(path));
  if (!route) return refuse(404, 'Not Found');
  const [, ...parts] = route.path.exec(path) ?? [];
  if (route.scope === null) return route.answer({ world, request, parts });
  const token = authenticate(world, request, route.scope);
  if ('status' in token) return token;
  const limit = count(world, token.person);
  if (limit.left < 0)
    return { ...refuse(429, 'Too many requests'), headers: { ...limit.headers, 'content-type': 'application/json' } };
  const reply = route.answer({ world, request, parts, person: token.person });
  return { ...reply, headers: { ...reply.headers, ...limit.headers } };
}

/** Calls of an account in five minutes, with headers (Mastodon, Rate limits, checked 2026-11). */
function count(
  { calls, now }: World,
  person: Person,
): { readonly left: number; readonly headers: Record<string, string> } {
  const before = calls.get(person.id);
  const window = before && before.until > now() ? before : { count: 0, until: now() + WINDOW_MS };
  window.count += 1;
  calls.set(person.id, window);
  const left = CALLS - window.count;
  const headers = {
    'x-ratelimit-limit': String(CALLS),
    'x-ratelimit-remaining': String(Math.max(0, left)),
    'x-ratelimit-reset': new Date(window.until).toISOString(),
  };
  return { left, headers };
}

type Route = { readonly method: string; readonly path: RegExp } & (
  | { readonly scope: null; readonly answer: (call: Handling) => Reply }
  /** The scope that the token needs. */
  | { readonly scope: string; readonly answer: (call: SignedIn) => Reply }
);

const ROUTES: readonly Route[] = [
  { method: 'POST', path: /^\/api\/v1\/apps$/, scope: null, answer: registerApp },
  { method: 'GET', path: /^\/oauth\/authorize$/, scope: null, answer: consentPage },
  { method: 'POST', path: /^\/oauth\/authorize$/, scope: null, answer: decide },
  { method: 'POST', path: /^\/oauth\/token$/, scope: null, answer: issueToken },
  { method: 'GET', path: /^\/api\/v1\/accounts\/verify_credentials$/, scope: 'read:accounts', answer: showAccount },
  { method: 'POST', path: /^\/api\/v2\/media$/, scope: 'write:media', answer: upload },
  { method: 'GET', path: /^\/api\/v1\/media\/(\w+)$/, scope: 'write:media', answer: lookAtMedia },
  { method: 'POST', path: /^\/api\/v1\/statuses$/, scope: 'write:statuses', answer: postStatus },
  { method: 'GET', path: /^\/api\/v1\/statuses\/(\w+)$/, scope: 'read:statuses', answer: readStatus },
  { method: 'POST', path: /^\/api\/v1\/statuses\/(\w+)\/reblog$/, scope: 'write:statuses', answer: boost },
  { method: 'GET', path: /^\/api\/v1\/accounts\/(\w+)\/statuses$/, scope: 'read:statuses', answer: listStatuses },
  { method: 'GET', path: /^\/media\/(\w+)$/, scope: null, answer: mediaFile },
  { method: 'GET', path: /^\/$/, scope: null, answer: publicPage },
  { method: 'GET', path: /^\/@(\w+)$/, scope: null, answer: publicPage },
  { method: 'GET', path: /^\/@(\w+)\/(\w+)$/, scope: null, answer: publicPage },
];

function showAccount({ person: { id, username } }: SignedIn): Reply {
  return json(200, { id, username, acct: username });
}

/** The posts that people see, for tests. */
export function publicStatuses({
  statuses,
}: World): readonly (Status & { readonly replies: readonly Status[]; readonly boosts: readonly Status[] })[] {
  return statuses
    .filter(({ inReplyTo, reblogOf }) => inReplyTo === null && reblogOf === null)
    .map((status) => ({
      ...status,
      replies: statuses.filter(({ inReplyTo }) => inReplyTo === status),
      boosts: statuses.filter(({ reblogOf }) => reblogOf === status),
    }))
    .toReversed();
}
