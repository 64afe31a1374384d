import type { Answer, OutgoingCall } from '@fanfare/network';
import type { LivePost, ModelNetwork, Publication } from './model-network.ts';
import type { NetworkKind } from './scenario.ts';

/** A network's refusals, without an effect unless noted. */
export type Refusal = 'refused' | 'throttled' | 'throttled_long' | 'unauthorized' | 'too_early' | 'broken' | 'spam';

/** The part of a network's API that its real adapter needs to work with the model. */
export type Wire = {
  /** The content of a publish call. */
  publication(call: OutgoingCall): Pick<Publication, 'text' | 'handle' | 'below'>;
  published(post: LivePost): Answer;
  refusal(why: Refusal, now: number): Answer;
  /** A read; `stale` and `inProgress` are its possible results. */
  read(
    call: OutgoingCall,
    network: ModelNetwork,
    how: { readonly account: string; readonly stale: boolean; readonly inProgress: boolean },
  ): Answer;
};

const SHORT_WAIT_S = 5;
const LONG_WAIT_S = 600;

const answer = (status: number, json: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  json,
  text: JSON.stringify(json) ?? '',
});

const retryAfter = (why: Refusal): Record<string, string> =>
  why === 'throttled' || why === 'throttled_long'
    ? { 'retry-after': String(why === 'throttled' ? SHORT_WAIT_S : LONG_WAIT_S) }
    : {};

const jsonOf = (call: OutgoingCall): Record<string, unknown> =>
  call.body && 'json' in call.body ? (call.body.json as Record<string, unknown>) : {};

export const formOf = (call: OutgoingCall): Readonly<Record<string, string | undefined>> =>
  call.body && 'form' in call.body ? call.body.form : {};

const pathOf = (call: OutgoingCall): string => new URL(call.url).pathname;

const lastSegment = (call: OutgoingCall): string => pathOf(call).split('/').at(-1) ?? '';

/** The post whose comments a call is about. */
function commentedOn(call: OutgoingCall): string | null {
  const [post, edge] = pathOf(call).split('/').slice(-2);
  return edge === 'comments' && post ? decodeURIComponent(post) : null;
}

const GRAPH_REFUSALS: Readonly<
  Record<Exclude<Refusal, 'broken'>, readonly [status: number, code: number, subcode?: number]>
> = {
  refused: [400, 100, 2207028],
  throttled: [429, 4],
  throttled_long: [429, 4],
  unauthorized: [401, 190],
  too_early: [400, 9007, 2207027],
  spam: [403, 4, 2207051],
};

const instagram: Wire = {
  publication: (call) => {
    const { creation_id, message } = formOf(call);
    return { text: message ?? '', handle: creation_id ?? null, below: commentedOn(call) };
  },
  published: (post) => answer(200, { id: post.id }),
  refusal(why) {
    if (why === 'broken') return { ...answer(500, undefined), text: 'Internal Server Error' };
    const [status, code, error_subcode] = GRAPH_REFUSALS[why];
    return answer(status, { error: { code, error_subcode, message: why, type: 'OAuthException' } }, retryAfter(why));
  },
  read(call, network, { account, stale, inProgress }) {
    const name = lastSegment(call);
    const below = commentedOn(call);
    if (below !== null) {
      const data = network
        .commentsBelow(below, stale)
        .map(({ id, text, at }) => ({ id, text, username: 'ana', timestamp: new Date(at).toISOString() }));
      return answer(200, { data });
    }
    if (name === 'media') {
      const data = network.timeline(account, stale).map((post) => ({
        id: post.id,
        caption: post.text,
        media_type: 'IMAGE',
        timestamp: new Date(post.at).toISOString(),
        permalink: `https://instagram.test/p/${post.id}`,
      }));
      return answer(200, { data });
    }
    if (!name.startsWith('container-')) return answer(200, { permalink: `https://instagram.test/p/${name}` });
    const status_code = network.isPublished(name, stale) ? 'PUBLISHED' : inProgress ? 'IN_PROGRESS' : 'FINISHED';
    return answer(200, { status_code });
  },
};

const PLAIN_STATUS: Readonly<Record<Refusal, number>> = {
  refused: 403,
  throttled: 429,
  throttled_long: 429,
  unauthorized: 401,
  too_early: 425,
  broken: 500,
  spam: 500,
};

const x: Wire = {
  publication: (call) => ({ text: String(jsonOf(call).text), handle: null, below: null }),
  published: (post) => answer(201, { data: { id: post.id, text: post.text } }),
  refusal(why, now) {
    const waitS = why === 'throttled' ? SHORT_WAIT_S : LONG_WAIT_S;
    const headers: Record<string, string> =
      PLAIN_STATUS[why] === 429 ? { 'x-rate-limit-reset': String(Math.ceil(now / 1_000) + waitS) } : {};
    return answer(PLAIN_STATUS[why], { title: why, detail: why }, headers);
  },
  read(_call, network, { account, stale }) {
    const data = network
      .timeline(account, stale)
      .map((post) => ({ id: post.id, text: post.text, created_at: new Date(post.at).toISOString() }));
    return answer(200, { data, meta: {} });
  },
};

const commentUrn = (id: string) => `urn:li:comment:(urn:li:activity:1,${id})`;

const linkedin: Wire = {
  publication(call) {
    const { commentary, message } = jsonOf(call);
    const below = commentedOn(call);
    const text = below === null ? commentary : (message as { text: string }).text;
    return { text: String(text), handle: null, below };
  },
  published: ({ id, below }) =>
    answer(201, undefined, { 'x-restli-id': below === null ? `urn:li:share:${id}` : commentUrn(id) }),
  refusal: (why) => answer(PLAIN_STATUS[why], { message: why }, retryAfter(why)),
  read(call, network, { account, stale }) {
    const below = commentedOn(call);
    if (below !== null) {
      const elements = network.commentsBelow(below, stale).map(({ id, text, at }) => ({
        $URN: commentUrn(id),
        actor: account.startsWith('organization:') ? `urn:li:${account}` : `urn:li:person:${account}`,
        message: { text },
        created: { time: at },
      }));
      return answer(200, { elements });
    }
    const elements = network
      .timeline(account, stale)
      .map((post) => ({ id: `urn:li:share:${post.id}`, commentary: post.text, createdAt: post.at }));
    return answer(200, { elements });
  },
};

const slug: Wire = {
  publication: (call) => ({ text: String(jsonOf(call).text), handle: null, below: null }),
  published: (post) => answer(201, { id: post.id }),
  refusal: (why) => answer(PLAIN_STATUS[why], undefined, retryAfter(why)),
  read(call, network, { account, stale }) {
    const wanted = lastSegment(call);
    const found = network.timeline(account, stale).filter((post) => post.slug === wanted);
    return answer(
      200,
      found.map((post) => post.id),
    );
  },
};

/**
 * The comments of `slug`: replies of Threads, which are created and published like Instagram's
 * posts.
 */
const replies: Wire = {
  ...instagram,
  publication: (call) => ({ text: '', handle: formOf(call).creation_id ?? null, below: null }),
  read(call, network, { stale, inProgress }) {
    const id = lastSegment(call);
    const status = network.isPublished(id, stale) ? 'PUBLISHED' : inProgress ? 'IN_PROGRESS' : 'FINISHED';
    return answer(200, { id, status });
  },
};

const WIRES: Readonly<Record<NetworkKind, Wire>> = { instagram, x, page: linkedin, member: linkedin, slug };

export const wireOf = (kind: NetworkKind, call: OutgoingCall): Wire =>
  kind === 'slug' && new URL(call.url).host !== 'slug.test' ? replies : WIRES[kind];
