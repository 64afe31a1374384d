import express, { type Request, type Router } from 'express';
import { type Access, behindGateway, type Caller } from './admit.ts';
import { showMe, showUserinfo } from './login/identity.ts';
import { showDocument, startDocument } from './media/documents.ts';
import { showImage, startImage } from './media/images.ts';
import { actOnVideos, showVideo } from './media/videos.ts';
import { findMemberAnalytics, findShareStatistics } from './metrics/share-statistics.ts';
import { showSocialActions, showSocialMetadata, showSocialMetadataBatch } from './metrics/social-counts.ts';
import {
  findAcls,
  findEntityAcls,
  findOrganization,
  lookUpOrganizations,
  showOrganization,
  showOrganizations,
} from './organizations.ts';
import { findFollowers } from './people-typeahead.ts';
import { addComment, listComments } from './posts/comments.ts';
import { createPost } from './posts/create-post.ts';
import { deletePost, findPosts, showPost } from './posts/posts.ts';
import { refusal } from './restli/refusals.ts';
import { page, type Reply, send } from './restli/reply.ts';
import type { World } from './world.ts';

type Handler = (caller: Caller, req: Request) => Reply | Promise<Reply>;

// Which scope opens which resource: Microsoft Learn, LinkedIn Community Management permissions,
// checked 2026-11.
const writers = ['w_member_social', 'w_organization_social'];
const commenters = [...writers, 'w_member_social_feed', 'w_organization_social_feed'];
const readers = ['r_member_social', 'r_organization_social'];
const feedReaders = ['r_member_social_feed', 'r_organization_social_feed'];
const admins = ['rw_organization_admin', 'r_organization_admin'];
// Microsoft Learn, LinkedIn Organization Lookup, permissions, checked 2026-11: the second is not
// among them.
const finders = ['rw_organization_admin'];

/** `api.linkedin.com` */
export function createApiRouter(world: World): Router {
  const router = express.Router();
  const rest = (resource: string, method: string, anyOf: readonly string[], handle: Handler) =>
    behindGateway(world, { resource, method, anyOf, versioned: true }, handle);
  const v2 = (access: Omit<Access, 'versioned'>, handle: Handler) =>
    behindGateway(world, { ...access, versioned: false }, handle);
  const urnOf = (req: Request) => req.params.urn ?? '';

  router.use((_req, res, next) => {
    res.set('x-li-uuid', world.context.randomHex(16));
    if (world.settings.botWalls === 0) return next();
    world.settings.botWalls -= 1;
    send(res, page(999, '<html><head><title>LinkedIn</title></head><body><h1>Request denied</h1></body></html>'));
  });

  router.get(
    '/v2/userinfo',
    v2({ resource: 'userinfo', method: 'GET', anyOf: ['openid'] }, (caller) => showUserinfo(world, caller)),
  );
  router.get('/v2/me', v2({ resource: 'me', method: 'GET', anyOf: [] }, showMe));
  router.get(
    '/v2/organizationalEntityAcls',
    v2({ resource: 'organizationalEntityAcls', method: 'FINDER-roleAssignee', anyOf: admins }, (caller, req) =>
      findEntityAcls(world, caller, req),
    ),
  );

  router.get(
    '/rest/organizationAcls',
    rest('organizationAcls', 'FINDER-roleAssignee', admins, (caller, req) => findAcls(world, caller, req)),
  );
  const organizations = {
    batch: rest('organizations', 'BATCH_GET', admins, (caller, req) => showOrganizations(world, caller, req)),
    finder: rest('organizations', 'FINDER-vanityName', finders, (_caller, req) => findOrganization(world, req)),
  };
  router.get('/rest/organizations', (req, res, next) =>
    organizations[req.query.q === undefined ? 'batch' : 'finder'](req, res, next),
  );
  router.get(
    '/rest/organizations/:id',
    rest('organizations', 'GET', admins, (caller, req) => showOrganization(world, caller, req.params.id ?? '')),
  );
  router.get(
    '/rest/organizationsLookup',
    rest('organizationsLookup', 'BATCH_GET', admins, (_caller, req) => lookUpOrganizations(world, req)),
  );
  router.get(
    '/rest/peopleTypeahead',
    rest('peopleTypeahead', 'FINDER-organizationFollowers', ['r_organization_followers'], (caller, req) =>
      findFollowers(world, caller, req),
    ),
  );

  router.post(
    '/rest/images',
    rest('images', 'ACTION-initializeUpload', writers, (caller, req) => startImage(world, caller, req)),
  );
  router.get(
    '/rest/images/:urn',
    rest('images', 'GET', [...writers, ...readers], (caller, req) => showImage(world, caller, urnOf(req))),
  );
  router.post(
    '/rest/videos',
    rest('videos', 'ACTION', writers, (caller, req) => actOnVideos(world, caller, req)),
  );
  router.get(
    '/rest/videos/:urn',
    rest('videos', 'GET', [...writers, ...readers], (caller, req) => showVideo(world, caller, urnOf(req))),
  );

  router.post(
    '/rest/documents',
    rest('documents', 'ACTION-initializeUpload', writers, (caller, req) => startDocument(world, caller, req)),
  );
  router.get(
    '/rest/documents/:urn',
    rest('documents', 'GET', [...writers, ...readers], (caller, req) => showDocument(world, caller, urnOf(req))),
  );

  router.post(
    '/rest/posts',
    rest('posts', 'CREATE', writers, (caller, req) => createPost(world, caller, req)),
  );
  router.get(
    '/rest/posts',
    rest('posts', 'FINDER-author', readers, (caller, req) => findPosts(world, caller, req)),
  );
  router.get(
    '/rest/posts/:urn',
    rest('posts', 'GET', readers, (caller, req) => showPost(world, caller, urnOf(req))),
  );
  router.delete(
    '/rest/posts/:urn',
    rest('posts', 'DELETE', writers, (caller, req) => deletePost(world, caller, urnOf(req))),
  );

  router.post(
    '/rest/socialActions/:urn/comments',
    rest('socialActions', 'CREATE', commenters, (caller, req) => addComment(world, caller, urnOf(req), req)),
  );
  router.get(
    '/rest/socialActions/:urn/comments',
    rest('socialActions', 'GET_ALL', [...readers, ...feedReaders], (caller, req) =>
      listComments(world, caller, urnOf(req), req),
    ),
  );
  router.get(
    '/rest/socialActions/:urn',
    rest('socialActions', 'GET', readers, (caller, req) => showSocialActions(world, caller, urnOf(req))),
  );
  router.get(
    '/rest/socialMetadata',
    rest('socialMetadata', 'BATCH_GET', feedReaders, (caller, req) => showSocialMetadataBatch(world, caller, req)),
  );
  router.get(
    '/rest/socialMetadata/:urn',
    rest('socialMetadata', 'GET', feedReaders, (caller, req) => showSocialMetadata(world, caller, urnOf(req))),
  );
  router.get(
    '/rest/organizationalEntityShareStatistics',
    rest('organizationalEntityShareStatistics', 'FINDER-organizationalEntity', admins, (caller, req) =>
      findShareStatistics(world, caller, req),
    ),
  );
  router.get(
    '/rest/memberCreatorPostAnalytics',
    rest('memberCreatorPostAnalytics', 'FINDER-entity', ['r_member_postAnalytics'], (caller, req) =>
      findMemberAnalytics(world, caller, req),
    ),
  );

  router.use((req, res) => {
    const resource = req.path.split('/')[2] ?? '';
    send(res, refusal(404, 'RESOURCE_NOT_FOUND', `Resource ${resource} does not exist`));
  });
  return router;
}
