import express from 'express';
import type { SandboxContext, Simulator } from '../simulator.ts';
import { createCallControls } from './controls/call-controls.ts';
import { createCallbackControls } from './controls/callback-controls.ts';
import { createPersonControls } from './controls/person-controls.ts';
import { createPostControls } from './controls/post-controls.ts';
import { missingObject, refused } from './graph/graph-answer.ts';
import { createGraphRouter, type GraphEndpoint, isOwnAccount } from './graph/graph-router.ts';
import { listPosts, operationOfRead, readNode } from './graph/read-node.ts';
import { readInsights } from './insights.ts';
import { createAuthorizeWindow } from './login/authorize-window.ts';
import { createCodeExchange, createLongLivedTokens } from './login/token-endpoints.ts';
import type { MetaNetwork, MetaRules } from './meta-network.ts';
import { createPublicPages, viewsOfPosts } from './post-views.ts';
import type { MetaPost } from './posts.ts';
import { viewOfProfile } from './profiles.ts';
import { publishContainer } from './publish.ts';
import { createMetaState, type MetaState } from './state.ts';
import { createMetaWorld } from './world.ts';

type MetaDeps<Post extends MetaPost> = MetaNetwork<Post> & MetaState<Post> & MetaRules<Post>;

/** A simulator of a network on Meta's Graph: login, tokens, containers, pages. */
export function createMetaSimulator<Post extends MetaPost>(
  context: SandboxContext,
  network: MetaNetwork<Post>,
): Simulator {
  const world = createMetaWorld(context, { network: network.name, tokenPrefix: network.tokenPrefix });
  const state = createMetaState(world, network);
  const rules = network.rules(state);
  const deps = { ...network, ...state, ...rules };

  function addBuiltInPeople(): void {
    for (const person of network.builtInPeople) world.profiles.add(person);
  }
  addBuiltInPeople();

  return {
    network: network.name,
    routers: createRouters(deps),
    hosts: network.hosts,
    profiles: () => world.profiles.all().map(viewOfProfile),
    profilePath: (username) => `/${network.name}/www${network.profilePath(username)}`,
    addProfile(body) {
      const person = network.readNewPerson(world.ids, body);
      world.profiles.add(person);
      return viewOfProfile(person);
    },
    registerApp: world.apps.register,
    findApp: world.apps.find,
    callsBack: true,
    posts: () => viewsOfPosts(deps),
    controls: {
      ...createPersonControls({ world, scopes: network.scopes.all }),
      ...createCallControls({ world, processingError: network.processingError }),
      ...createCallbackControls({ world }),
      ...createPostControls(deps),
      ...rules.controls,
    },
    reset() {
      for (const part of [world, state.containers, state.posts, rules]) part.clear();
      addBuiltInPeople();
    },
  };
}

function createRouters<Post extends MetaPost>(deps: MetaDeps<Post>): Simulator['routers'] {
  const { world, codeExchange, scopes } = deps;
  const tokenDeps = {
    ...world,
    basicScope: scopes.basic,
    grantPrefix: deps.grantPrefix,
    exchangeBody: deps.exchangeBody,
  };
  const window = createAuthorizeWindow({
    ...world,
    scopes: scopes.all,
    brand: deps.brand,
    address: `${world.context.urlOf(deps.name, 'www')}/oauth/authorize`,
  });
  const www = express.Router().use(window, createPublicPages(deps));
  const exchange = createCodeExchange(tokenDeps, codeExchange.paths);
  const graph = express
    .Router()
    .use(
      createLongLivedTokens(tokenDeps, deps.tokenVersions),
      createGraphRouter(world, deps.versions, endpoints(deps)),
    );
  return codeExchange.role === 'api'
    ? { www, api: express.Router().use(exchange), graph }
    : { www, graph: express.Router().use(exchange, graph) };
}

function endpoints<Post extends MetaPost>(deps: MetaDeps<Post>): readonly GraphEndpoint[] {
  const { paths, scopes } = deps;
  const basic = [scopes.basic];
  const publishing = [scopes.basic, scopes.publish];
  return [
    // Before `/:node`, which would match a path such as `/debug_token` as an id.
    ...deps.endpoints,
    {
      method: 'post',
      path: `/:node/${paths.posts}`,
      operation: 'create',
      scopes: publishing,
      handle: ownAccountOnly(deps.createContainer),
    },
    {
      method: 'post',
      path: `/:node/${paths.posts}_publish`,
      operation: 'publish',
      scopes: publishing,
      handle: ownAccountOnly((call) => publishContainer(deps, call)),
    },
    {
      method: 'get',
      path: `/:node/${paths.publishingLimit}`,
      operation: 'quota',
      scopes: publishing,
      handle: ownAccountOnly(deps.readPublishingLimit),
    },
    {
      method: 'get',
      path: `/:node/${paths.posts}`,
      operation: 'read_media',
      scopes: basic,
      handle: ownAccountOnly((call) => listPosts(deps, call)),
    },
    {
      method: 'get',
      path: '/:node/insights',
      operation: 'insights',
      scopes: [scopes.basic, scopes.insights],
      handle: (call) => readInsights(deps, call),
    },
    {
      method: 'get',
      path: '/:node',
      operation: (call) => operationOfRead(deps, call),
      scopes: basic,
      handle: (call) => readNode(deps, call),
    },
  ];
}

function ownAccountOnly(handle: GraphEndpoint['handle']): GraphEndpoint['handle'] {
  return (call) => (isOwnAccount(call) ? handle(call) : refused(missingObject(call.method, call.node)));
}
