import express, { type Router } from 'express';
import { html, toText } from '../html.ts';
import { renderPostPage } from '../post-page.ts';
import { authorize } from './authorization.ts';
import { receiveUpload } from './dms-uploads.ts';
import { openidConfiguration, signingKeys } from './id-token.ts';
import { livePost, postView } from './posts.ts';
import { answering, page, type Reply } from './reply.ts';
import { readForm } from './request-body.ts';
import { exchange, introspect, revoke } from './token-endpoint.ts';
import type { World } from './world.ts';

/** `www.linkedin.com` */
export function createWwwRouter(world: World): Router {
  const router = express.Router();
  router.get(
    '/oauth/v2/authorization',
    answering((req) => {
      const params = new URL(req.url, 'http://sandbox').searchParams;
      const decision = params.get('sandbox_decision');
      return authorize(
        world,
        params,
        decision === null
          ? null
          : {
              decision,
              profile: params.get('sandbox_profile') ?? '',
              scopes: params.get('sandbox_scopes')?.split(/[ ,]+/),
            },
      );
    }),
  );
  router.post(
    '/oauth/v2/authorization',
    answering(async (req) => {
      const form = await readForm(req);
      return authorize(world, form, { decision: form.get('decision') ?? '', profile: form.get('profile') ?? '' });
    }),
  );
  router.post(
    '/oauth/v2/accessToken',
    answering((req) => exchange(world, req)),
  );
  router.post(
    '/oauth/v2/revoke',
    answering((req) => revoke(world, req)),
  );
  router.post(
    '/oauth/v2/introspectToken',
    answering((req) => introspect(world, req)),
  );
  router.get(
    '/oauth/openid/jwks',
    answering(() => signingKeys()),
  );
  router.get(
    '/oauth/.well-known/openid-configuration',
    answering(() => openidConfiguration(world)),
  );

  for (const method of ['put', 'post'] as const) {
    router[method](
      '/dms-uploads/*',
      answering((req) => receiveUpload(world, req)),
    );
  }
  router.get(
    '/feed/update/:urn',
    answering((req) => publicPost(world, req.params.urn ?? '')),
  );
  return router;
}

function publicPost(world: World, urn: string): Reply {
  const post = livePost(world, urn);
  if (post) return page(200, renderPostPage(postView(world, post)));
  const content = html`<!doctype html><html lang="en"><meta charset="utf-8"><title>LinkedIn (sandbox)</title><body style="font-family:sans-serif;max-width:32rem;margin:4rem auto"><h1>This post cannot be displayed</h1></body></html>`;
  return page(404, toText(content));
}
