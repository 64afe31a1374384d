import express, { type Router } from 'express';
import { createAuthorizeWindow } from '../meta/authorize-window.ts';
import { createCallControls } from '../meta/call-controls.ts';
import { createCallbackControls } from '../meta/callback-controls.ts';
import { createContainers } from '../meta/containers.ts';
import { createGraphRouter, type GraphEndpoint, type VersionStates } from '../meta/graph-router.ts';
import { createMovingDay } from '../meta/moving-day.ts';
import { createPerPerson } from '../meta/per-person.ts';
import { createPersonControls } from '../meta/person-controls.ts';
import { type MetaProfile, viewOfProfile } from '../meta/profiles.ts';
import { createCodeExchange, createLongLivedTokens } from '../meta/token-endpoints.ts';
import type { Token } from '../meta/tokens.ts';
import { createMetaWorld, type MetaWorld } from '../meta/world.ts';
import type { CreateSimulator } from '../simulator.ts';
import { createThreadsControls } from './controls.ts';
import { createContainer } from './create-container.ts';
import { debugToken } from './debug-token.ts';
import { spamSuspected } from './failures.ts';
import { readInsights } from './insights.ts';
import { builtInPeople, readNewPerson } from './people.ts';
import { createPublicPages, viewsOfPosts } from './post-views.ts';
import { createPostBook, type ThreadsDraft } from './posts.ts';
import { ordinaryQuota, publishContainer, readPublishingLimit, type ThreadsQuota } from './publish.ts';
import { listPosts, listReplies, operationOfRead, readNode } from './read-node.ts';
import { deletePost, repost } from './repost.ts';
import { BASIC, CONTENT_PUBLISH, DELETE, MANAGE_INSIGHTS, READ_REPLIES, threadsScopes } from './scopes.ts';

/** The Threads API, and the public pages of its posts. */
export const createThreads: CreateSimulator = (context) => {
  const world = createMetaWorld(context, { network: 'threads', tokenPrefix: { short: 'THQV', long: 'THAA' } });
  const state = createThreadsState(world);
  const deps = { world, ...state };

  function settle(): void {
    for (const person of builtInPeople) world.profiles.add(person);
  }
  settle();

  return {
    network: 'threads',
    routers: createRouters(deps),
    hosts: {
      'threads.net': 'www',
      'www.threads.net': 'www',
      'threads.com': 'www',
      'www.threads.com': 'www',
      'graph.threads.net': 'graph',
      'graph.threads.com': 'graph',
    },
    profiles: () => world.profiles.all().map(viewOfProfile),
    addProfile(body) {
      const person = readNewPerson(world.ids, body);
      world.profiles.add(person);
      return viewOfProfile(person);
    },
    registerApp: world.apps.register,
    findApp: world.apps.find,
    callsBack: true,
    posts: () => viewsOfPosts(deps),
    controls: {
      ...createPersonControls({ world, scopes: threadsScopes }),
      ...createCallControls({ world, spamSuspected, processingError: 'FAILED_PROCESSING_VIDEO' }),
      ...createCallbackControls({ world }),
      ...createThreadsControls(deps),
    },
    reset() {
      world.clear();
      for (const part of Object.values(state)) part.clear();
      settle();
    },
  };
};

function createThreadsState({ clock, ids }: MetaWorld) {
  return {
    containers: createContainers<ThreadsDraft>({ clock, ids }),
    posts: createPostBook(),
    published: createMovingDay({ clock }),
    replied: createMovingDay({ clock }),
    quota: createPerPerson<ThreadsQuota>(ordinaryQuota),
    invisibleMs: createPerPerson(0),
    inspectVideo: createPerPerson(true),
    earlyCarousels: createPerPerson(true),
    deleted: createMovingDay({ clock }),
  };
}

type ThreadsDeps = { readonly world: MetaWorld } & ReturnType<typeof createThreadsState>;

function createRouters(deps: ThreadsDeps): { readonly www: Router; readonly graph: Router } {
  const { world } = deps;
  const tokenDeps = {
    ...world,
    basicScope: BASIC,
    grantPrefix: 'th',
    // No permissions in it, and the user id a bare number above 2^53 (fbsamples/threads_api issue 9, checked 2026-10).
    exchangeBody: (token: Token, profile: MetaProfile) =>
      `{"access_token":${JSON.stringify(token.value)},"user_id":${profile.scopedId}}`,
  };
  const window = createAuthorizeWindow({
    ...world,
    scopes: threadsScopes,
    brand: { name: 'Threads', color: '#101010' },
    address: `${world.context.urlOf('threads', 'www')}/oauth/authorize`,
  });
  const graph = createGraphRouter(world, { states: onlyVersion, optional: true }, endpoints(deps));
  return {
    www: express.Router().use(window, createPublicPages(deps)),
    graph: express
      .Router()
      .use(
        createCodeExchange(tokenDeps, ['/v1.0/oauth/access_token']),
        createLongLivedTokens(tokenDeps, ['/v1.0']),
        graph,
      ),
  };
}

/** Threads has had one version since it began. Meta's sample app and Postman collection name none (fbsamples/threads_api, checked 2026-11). */
const onlyVersion: VersionStates = {
  stateOf: (part) => (part === 'v1.0' ? 'served' : 'unknown'),
  newest: () => 'v1.0',
};

function endpoints(deps: ThreadsDeps): readonly GraphEndpoint[] {
  const basic = [BASIC];
  const publishing = [BASIC, CONTENT_PUBLISH];
  return [
    {
      method: 'get',
      path: '/debug_token',
      operation: 'read_token',
      scopes: [],
      handle: (call) => debugToken(deps.world, call),
    },
    {
      method: 'post',
      path: '/:node/threads',
      operation: 'create',
      scopes: publishing,
      handle: (call) => createContainer(deps, call),
    },
    {
      method: 'post',
      path: '/:node/threads_publish',
      operation: 'publish',
      scopes: publishing,
      handle: (call) => publishContainer(deps, call),
    },
    {
      method: 'get',
      path: '/:node/threads_publishing_limit',
      operation: 'quota',
      scopes: publishing,
      handle: (call) => readPublishingLimit(deps, call),
    },
    {
      method: 'get',
      path: '/:node/threads',
      operation: 'read_media',
      scopes: basic,
      handle: (call) => listPosts(deps, call),
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
      path: '/:node/insights',
      operation: 'insights',
      scopes: [BASIC, MANAGE_INSIGHTS],
      handle: (call) => readInsights(deps, call),
    },
    {
      method: 'post',
      path: '/:node/repost',
      operation: 'repost',
      scopes: publishing,
      handle: (call) => repost(deps, call),
    },
    {
      method: 'get',
      path: '/:node',
      operation: (call) => operationOfRead(deps, call),
      scopes: basic,
      handle: (call) => readNode(deps, call),
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
