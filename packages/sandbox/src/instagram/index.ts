import express, { type Router } from 'express';
import { createAuthorizeWindow } from '../meta/authorize-window.ts';
import { createCallControls } from '../meta/call-controls.ts';
import { createCallbackControls } from '../meta/callback-controls.ts';
import { createContainers } from '../meta/containers.ts';
import { missingObject, refused } from '../meta/graph-answer.ts';
import { createGraphRouter, type GraphEndpoint } from '../meta/graph-router.ts';
import { createMovingDay } from '../meta/moving-day.ts';
import { createPerPerson } from '../meta/per-person.ts';
import { createPersonControls } from '../meta/person-controls.ts';
import { type MetaProfile, viewOfProfile } from '../meta/profiles.ts';
import { createCodeExchange, createLongLivedTokens } from '../meta/token-endpoints.ts';
import type { Token } from '../meta/tokens.ts';
import { createMetaWorld, type MetaWorld } from '../meta/world.ts';
import type { CreateSimulator } from '../simulator.ts';
import { type AnswerShapes, exchangeBody, ordinaryShapes } from './answer-shapes.ts';
import { addComment, addReply, listComments } from './comments.ts';
import { createInstagramControls } from './controls.ts';
import { createContainer } from './create-container.ts';
import { spamSuspected } from './failures.ts';
import { createGraphVersions } from './graph-versions.ts';
import { readInsights } from './insights.ts';
import { createMediaBook, type InstagramDraft } from './media.ts';
import type { FileRules } from './media-rules.ts';
import { builtInPeople, readNewPerson } from './people.ts';
import { createPublicPages, viewOfMedia } from './post-views.ts';
import { type PublishingQuota, publishContainer, readPublishingLimit } from './publish.ts';
import { listMedia, operationOfRead, readNode } from './read-node.ts';
import { BASIC, CONTENT_PUBLISH, instagramScopes, MANAGE_COMMENTS, MANAGE_INSIGHTS } from './scopes.ts';

/** Instagram API with Instagram Login, and the public pages of its posts. */
export const createInstagram: CreateSimulator = (context) => {
  const world = createMetaWorld(context, { network: 'instagram', tokenPrefix: { short: 'IGAAS', long: 'IGAAL' } });
  const state = createInstagramState(world);
  const deps = { world, ...state };

  function settle(): void {
    for (const person of builtInPeople) world.profiles.add(person);
  }
  settle();

  return {
    network: 'instagram',
    routers: createRouters(deps),
    hosts: {
      'www.instagram.com': 'www',
      'instagram.com': 'www',
      'api.instagram.com': 'api',
      'graph.instagram.com': 'graph',
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
    posts: () =>
      state.media
        .all()
        .toReversed()
        .map((media) => viewOfMedia(deps, media)),
    controls: {
      ...createPersonControls({ world, scopes: instagramScopes }),
      ...createCallControls({ world, spamSuspected, processingError: '2207082' }),
      ...createCallbackControls({ world }),
      ...createInstagramControls(deps),
    },
    reset() {
      world.clear();
      for (const part of Object.values(state)) part.clear();
      settle();
    },
  };
};

function createInstagramState({ clock, ids }: MetaWorld) {
  return {
    containers: createContainers<InstagramDraft>({ clock, ids }),
    media: createMediaBook(),
    creations: createMovingDay({ clock }),
    publishes: createMovingDay({ clock }),
    versions: createGraphVersions(),
    // The lowest total Meta's current pages name; the publishing guide says 100.
    quota: createPerPerson<PublishingQuota>({ total: 50, used: 0 }),
    shapes: createPerPerson<AnswerShapes>(ordinaryShapes),
    fileRules: createPerPerson<FileRules>({ strictJpeg: false, inspectVideo: true }),
  };
}

type InstagramDeps = { readonly world: MetaWorld } & ReturnType<typeof createInstagramState>;

function createRouters(deps: InstagramDeps): { readonly www: Router; readonly api: Router; readonly graph: Router } {
  const { world } = deps;
  const tokenDeps = {
    ...world,
    basicScope: BASIC,
    grantPrefix: 'ig',
    exchangeBody: (token: Token, profile: MetaProfile) =>
      exchangeBody(token, profile, deps.shapes.of(profile.username).exchange),
  };
  const window = createAuthorizeWindow({
    ...world,
    scopes: instagramScopes,
    brand: { name: 'Instagram', color: '#d62976' },
    address: `${world.context.urlOf('instagram', 'www')}/oauth/authorize`,
  });
  // Without a version the app's own setting counts.
  const graph = createGraphRouter(world, { states: deps.versions, optional: true }, endpoints(deps));
  return {
    www: express.Router().use(window, createPublicPages(deps)),
    api: express.Router().use(createCodeExchange(tokenDeps)),
    graph: express.Router().use(createLongLivedTokens(tokenDeps), graph),
  };
}

function endpoints(deps: InstagramDeps): readonly GraphEndpoint[] {
  const basic = [BASIC];
  const publishing = [BASIC, CONTENT_PUBLISH];
  const commenting = [BASIC, MANAGE_COMMENTS];
  return [
    {
      method: 'post',
      path: '/:node/media',
      operation: 'create',
      scopes: publishing,
      handle: (call) => createContainer(deps, call),
    },
    {
      method: 'post',
      path: '/:node/media_publish',
      operation: 'publish',
      scopes: publishing,
      handle: (call) => publishContainer(deps, call),
    },
    {
      method: 'get',
      path: '/:node/content_publishing_limit',
      operation: 'quota',
      scopes: publishing,
      handle: (call) => readPublishingLimit(deps, call),
    },
    {
      method: 'get',
      path: '/:node/media',
      operation: 'read_media',
      scopes: basic,
      handle: (call) => listMedia(deps, call),
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
      path: '/:node',
      operation: (call) => operationOfRead(deps, call),
      scopes: basic,
      handle: (call) => readNode(deps, call),
    },
    // Deleting posts exists with Facebook Login only.
    {
      method: 'delete',
      path: '/:node',
      operation: 'delete',
      scopes: basic,
      handle: (call) => refused(missingObject(call.method, call.node)),
    },
  ];
}
