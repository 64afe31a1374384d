import { createMetaSimulator } from '../meta/create-meta-simulator.ts';
import type { GraphEndpoint, VersionStates } from '../meta/graph/graph-router.ts';
import type { MetaNetwork, MetaRules } from '../meta/meta-network.ts';
import { createMovingDay, type MovingDay } from '../meta/moving-day.ts';
import { createPerPerson } from '../meta/per-person.ts';
import type { MetaState } from '../meta/state.ts';
import type { CreateSimulator } from '../simulator.ts';
import { createThreadsControls } from './controls.ts';
import { createContainer } from './create-container.ts';
import { debugToken } from './debug-token.ts';
import { createInsightRules } from './insights.ts';
import { createNodeRules, listGhostPosts, listReplies, type NodeDeps } from './nodes.ts';
import { builtInPeople, readNewPerson } from './people.ts';
import { permalinkPath, type ThreadsPost } from './posts.ts';
import { createPublishRules, ordinaryQuota, readPublishingLimit, type ThreadsQuota } from './publish.ts';
import { deletePost, repost } from './repost.ts';
import { BASIC, CONTENT_PUBLISH, DELETE, MANAGE_INSIGHTS, READ_REPLIES, threadsScopes } from './scopes.ts';
import { extrasOf } from './to-view.ts';

/** The Threads API, and the public pages of its posts. */
export const createThreads: CreateSimulator = (context) => createMetaSimulator(context, threads);

/** The only version; Meta's samples name none (fbsamples/threads_api, checked 2026-11). */
const onlyVersion: VersionStates = {
  stateOf: (part) => (part === 'v1.0' ? 'served' : 'unknown'),
  newest: () => 'v1.0',
};

const threads: MetaNetwork<ThreadsPost> = {
  name: 'threads',
  brand: { name: 'Threads', color: '#101010' },
  tokenPrefix: { short: 'THQV', long: 'THAA' },
  grantPrefix: 'th',
  hosts: {
    'threads.net': 'www',
    'www.threads.net': 'www',
    'threads.com': 'www',
    'www.threads.com': 'www',
    'graph.threads.net': 'graph',
    'graph.threads.com': 'graph',
  },
  codeExchange: { role: 'graph', paths: ['/v1.0/oauth/access_token'] },
  tokenVersions: ['/v1.0'],
  scopes: { all: threadsScopes, basic: BASIC, publish: CONTENT_PUBLISH, insights: MANAGE_INSIGHTS },
  paths: { posts: 'threads', publishingLimit: 'threads_publishing_limit' },
  builtInPeople,
  readNewPerson,
  processingError: 'FAILED_PROCESSING_VIDEO',
  // Threads has no saves.
  metricNames: { views: 'views', likes: 'likes', comments: 'replies', shares: 'shares' },
  // Replies have a page too.
  pageRoutes: ['/@:username/post/:shortcode'],
  permalinkPath,
  profilePath: (username) => `/@${username}`,
  rules: createRules,
};

function createRules(state: MetaState<ThreadsPost>): MetaRules<ThreadsPost> {
  const { clock } = state.world;
  const own = {
    published: createMovingDay({ clock }),
    replied: createMovingDay({ clock }),
    deleted: createMovingDay({ clock }),
    quota: createPerPerson<ThreadsQuota>(ordinaryQuota),
    invisibleMs: createPerPerson(0),
    inspectVideo: createPerPerson(true),
    geoGating: createPerPerson(true),
    earlyCarousels: createPerPerson(true),
  };
  const publishing = createPublishRules({ ...state, ...own });
  const deps = { ...state, ...own, publishing };
  return {
    versions: onlyVersion,
    // No permissions in it, and the user id a bare number above 2^53 (fbsamples/threads_api issue
    // 9, checked 2026-10).
    exchangeBody: (token, profile) => `{"access_token":${JSON.stringify(token.value)},"user_id":${profile.scopedId}}`,
    createContainer: (call) => createContainer(deps, call),
    readPublishingLimit: (call) => readPublishingLimit(deps, call),
    publishing,
    nodes: createNodeRules({ ...state, ...own }),
    insights: createInsightRules(state),
    // A reply appears below its post, a repost as a name on the reposted post.
    views: {
      isTopLevel: ({ draft, repostOf }) => draft.replyTo === null && repostOf === null,
      extrasOf: (post) =>
        extrasOf({ posts: state.posts.all(), profiles: state.world.profiles, urlOf: state.urlOf }, post),
    },
    endpoints: endpoints(deps),
    controls: createThreadsControls(deps),
    clear() {
      for (const part of Object.values(own)) part.clear();
    },
  };
}

type EndpointDeps = NodeDeps & { readonly deleted: MovingDay };

function endpoints(deps: EndpointDeps): readonly GraphEndpoint[] {
  return [
    {
      method: 'get',
      path: '/debug_token',
      operation: 'read_token',
      scopes: [],
      handle: (call) => debugToken(deps.world, call),
    },
    {
      method: 'get',
      path: '/:node/replies',
      operation: 'read_media',
      scopes: [BASIC, READ_REPLIES],
      handle: (call) => listReplies(deps, call),
    },
    {
      method: 'get',
      path: '/:node/ghost_posts',
      operation: 'read_media',
      scopes: [BASIC],
      handle: (call) => listGhostPosts(deps, call),
    },
    {
      method: 'post',
      path: '/:node/repost',
      operation: 'repost',
      scopes: [BASIC, CONTENT_PUBLISH],
      handle: (call) => repost(deps, call),
    },
    {
      method: 'delete',
      path: '/:node',
      operation: 'delete',
      scopes: [BASIC, DELETE],
      handle: (call) => deletePost(deps, call),
    },
  ];
}
