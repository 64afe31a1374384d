import { createMetaSimulator } from '../meta/create-meta-simulator.ts';
import { missingObject, refused } from '../meta/graph/graph-answer.ts';
import type { GraphEndpoint } from '../meta/graph/graph-router.ts';
import type { MetaNetwork, MetaRules } from '../meta/meta-network.ts';
import { createMovingDay } from '../meta/moving-day.ts';
import { createPerPerson } from '../meta/per-person.ts';
import type { MetaState } from '../meta/state.ts';
import type { CreateSimulator } from '../simulator.ts';
import { type AnswerShapes, exchangeBody, ordinaryShapes } from './answer-shapes.ts';
import { addComment, addReply, listComments } from './comments.ts';
import { createInstagramControls } from './controls.ts';
import { createContainer, type TrialReels } from './create-container.ts';
import { createGraphVersions } from './graph-versions.ts';
import { createInsightRules } from './insights.ts';
import type { FileRules } from './media-rules.ts';
import { createNodeRules, listStories } from './nodes.ts';
import { builtInPeople, readNewPerson } from './people.ts';
import { type InstagramPost, permalinkPath } from './posts.ts';
import { createPublishRules, type PublishingQuota, readPublishingLimit } from './publish.ts';
import { BASIC, CONTENT_PUBLISH, instagramScopes, MANAGE_COMMENTS, MANAGE_INSIGHTS } from './scopes.ts';
import { extrasOf } from './to-view.ts';

/** Instagram API with Instagram Login, and the public pages of its posts. */
export const createInstagram: CreateSimulator = (context) => createMetaSimulator(context, instagram);

const instagram: MetaNetwork<InstagramPost> = {
  name: 'instagram',
  brand: { name: 'Instagram', color: '#d62976' },
  tokenPrefix: { short: 'IGAAS', long: 'IGAAL' },
  grantPrefix: 'ig',
  hosts: {
    'www.instagram.com': 'www',
    'instagram.com': 'www',
    'api.instagram.com': 'api',
    'graph.instagram.com': 'graph',
  },
  codeExchange: { role: 'api', paths: [] },
  tokenVersions: [],
  scopes: { all: instagramScopes, basic: BASIC, publish: CONTENT_PUBLISH, insights: MANAGE_INSIGHTS },
  paths: { posts: 'media', publishingLimit: 'content_publishing_limit' },
  builtInPeople,
  readNewPerson,
  processingError: '2207082',
  metricNames: { views: 'views', likes: 'likes', comments: 'comments', shares: 'shares', saves: 'saved' },
  pageRoutes: ['/p/:shortcode', '/reel/:shortcode', '/stories/:username/:id'],
  permalinkPath,
  profilePath: (username) => `/${username}`,
  rules: createRules,
};

function createRules(state: MetaState<InstagramPost>): MetaRules<InstagramPost> {
  const { clock } = state.world;
  const own = {
    creations: createMovingDay({ clock }),
    publishes: createMovingDay({ clock }),
    versions: createGraphVersions(),
    // The lowest total Meta's current pages name; the publishing guide says 100.
    quota: createPerPerson<PublishingQuota>({ total: 50, used: 0 }),
    shapes: createPerPerson<AnswerShapes>(ordinaryShapes),
    fileRules: createPerPerson<FileRules>({ strictJpeg: false, strictRatio: false, inspectVideo: true }),
    trialReels: createPerPerson<TrialReels>('accepted'),
    partnershipLabel: createPerPerson(true),
    placeless: new Set<string>(),
  };
  const deps = { ...state, ...own };
  const nodes = createNodeRules(deps);
  return {
    versions: own.versions,
    exchangeBody: (token, profile) => exchangeBody(token, profile, own.shapes.of(profile.username).exchange),
    createContainer: (call) => createContainer(deps, call),
    readPublishingLimit: (call) => readPublishingLimit(deps, call),
    publishing: createPublishRules(deps),
    nodes,
    insights: createInsightRules({ clock }),
    views: {
      extrasOf: (post) => extrasOf(post, state.world.profiles),
    },
    endpoints: endpoints({ ...state, nodes }),
    controls: createInstagramControls(deps),
    clear() {
      for (const part of Object.values(own)) part.clear();
    },
  };
}

function endpoints(deps: MetaState<InstagramPost> & Pick<MetaRules<InstagramPost>, 'nodes'>): readonly GraphEndpoint[] {
  const commenting = [BASIC, MANAGE_COMMENTS];
  return [
    {
      method: 'post',
      path: '/:node/comments',
      operation: 'comment',
      scopes: commenting,
      handle: (call) => addComment(deps, call),
    },
    {
      method: 'get',
      path: '/:node/comments',
      operation: 'read_media',
      scopes: commenting,
      handle: (call) => listComments(deps, call),
    },
    {
      method: 'post',
      path: '/:node/replies',
      operation: 'comment',
      scopes: commenting,
      handle: (call) => addReply(deps, call),
    },
    {
      method: 'get',
      path: '/:node/stories',
      operation: 'read_media',
      scopes: [BASIC],
      handle: (call) => listStories(deps, call),
    },
    // Deleting posts exists with Facebook Login only.
    {
      method: 'delete',
      path: '/:node',
      operation: 'delete',
      scopes: [BASIC],
      handle: (call) => refused(missingObject(call.method, call.node)),
    },
  ];
}
