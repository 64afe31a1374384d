import { fromPublicId } from '../../../../apps/server/src/process/ids.ts';
import type { Installation } from '../installation/installation.ts';
import { startKnexBuild } from '../knex-build/start.ts';
import { type Caller, closedLoop, openCaller } from '../load.ts';
import type { Measure } from '../measure.ts';
import { publishing } from '../requests.ts';
import type { Request } from '../send-request.ts';

const CLIENTS = 16;
const POSTS = 200;
/** Each client polls a post of its own. */
const POLLED = CLIENTS;
/** A full page for each project. */
const LISTED = 2_500;

/** A published post, with the version that its answer names. */
type Settled = { readonly id: string; readonly apiKey: string; readonly etag: string };

type Reads = {
  readonly posts?: number;
  /** The request of a client of Fanfare, and the status of its answer. */
  readonly ours: (post: Settled) => { readonly request: Request; readonly status: number };
  readonly theirs: (post: Settled) => Request;
};

function reads(
  about: Pick<Measure, 'name' | 'answers' | 'goals'>,
  { posts: count = POSTS, ours, theirs }: Reads,
): Measure {
  return {
    ...about,
    unit: 'requests/s',
    warmUpSeconds: 30,
    async open(installation) {
      const { server } = installation;
      const build = await startKnexBuild(installation);
      const posts = await publishSome(installation, count);
      let n = 0;
      const next = (): Settled => posts[n++ % posts.length]!;
      const load = { clients: CLIENTS };
      const { status } = ours(next());
      return {
        contenders: [
          {
            name: 'Fanfare',
            pids: () => [server.pid],
            run: (seconds) => closedLoop(server.url, { ...load, seconds, next: () => ours(next()).request, status }),
          },
          {
            name: 'Express + Knex',
            pids: () => [build.pid],
            run: (seconds) => closedLoop(build.url, { ...load, seconds, next: () => theirs(next()), status: 200 }),
          },
        ],
        close: () => build.stop(),
      };
    },
  };
}

const readOf = ({ id, apiKey }: Settled): Request => ({ path: `/api/v1/posts/${id}`, apiKey });
const readOfRow = ({ id, apiKey }: Settled): Request => ({
  path: `/api/v1/posts/${fromPublicId('post', id)}`,
  apiKey,
});
const listOf = ({ apiKey }: Settled): Request => ({ path: '/api/v1/posts?limit=25', apiKey });

export const readPost = reads(
  {
    name: 'read',
    answers: `How many times a second do ${CLIENTS} clients read a published post?`,
    goals: [{ what: 'of Express + Knex', contender: 'Fanfare', of: 'Express + Knex', atLeast: 4 }],
  },
  { ours: (post) => ({ request: readOf(post), status: 200 }), theirs: readOfRow },
);

export const readList = reads(
  {
    name: 'list',
    answers: `How many pages of 25 posts a second do ${CLIENTS} clients read?`,
    goals: [{ what: 'of Express + Knex', contender: 'Fanfare', of: 'Express + Knex', atLeast: 2 }],
  },
  { posts: LISTED, ours: (post) => ({ request: listOf(post), status: 200 }), theirs: listOf },
);

export const poll = reads(
  {
    name: 'poll',
    answers: 'The same for clients that poll a settled post with the version they have, which is answered 304.',
    goals: [
      { what: 'of Express + Knex', contender: 'Fanfare', of: 'Express + Knex', atLeast: 4 },
      // What runs beside requests, such as reading the keys in use again, sends a few a second.
      { what: 'statements for a request', contender: 'Fanfare', by: 'statements', atMost: 0.05 },
    ],
  },
  {
    posts: POLLED,
    ours: (post) => ({ request: { ...readOf(post), headers: { 'If-None-Match': post.etag } }, status: 304 }),
    theirs: readOfRow,
  },
);

/** Publishes posts of the projects in round-robin. */
async function publishSome({ server, projects, network }: Installation, count: number): Promise<readonly Settled[]> {
  network.delay({ fromMs: 0, toMs: 0 });
  const caller = openCaller(server.url, 8);
  const next = publishing(projects);
  const settled: Settled[] = [];
  for (let n = 0; n < count; n += 8)
    settled.push(...(await Promise.all(Array.from({ length: 8 }, () => publishOne(caller, server.url, next())))));
  await caller.close();
  return settled;
}

async function publishOne(caller: Caller, url: string, request: Request): Promise<Settled> {
  const { status, text } = await caller.read(request);
  if (status !== 201) throw new Error(`publishing failed: ${status} ${text}`);
  const { id } = (JSON.parse(text) as { post: { id: string } }).post;
  const headers = { Authorization: `Bearer ${request.apiKey}` };
  const read = await fetch(`${url}/api/v1/posts/${id}`, { headers });
  await read.arrayBuffer();
  return { id, apiKey: request.apiKey, etag: read.headers.get('etag') ?? '' };
}
