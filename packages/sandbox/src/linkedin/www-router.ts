import express, { type Request, type RequestHandler, type Router } from 'express';
import { html, toText } from '../html.ts';
import { renderPostPage } from '../post-page.ts';
import { authorize } from './authorization.ts';
import { receiveUpload } from './dms-uploads.ts';
import { openidConfiguration, signingKeys } from './id-token.ts';
import { livePost, postView } from './posts.ts';
import { page, type Reply, send } from './reply.ts';
import { readForm } from './request-body.ts';
import { exchange, introspect, revoke } from './token-endpoint.ts';
import type { World } from './world.ts';

/** `www.linkedin.com` */
export function createWwwRouter(world: World): Router {
  const router = express.Router();
  const answer =
    (handle: (req: Request) => Reply | Promise<Reply>): RequestHandler =>
    async (req, res, next) => {
      try {
        send(res, await handle(req));
      } catch (error) {
        next(error);
      }
    };

  router.get(
    '/oauth/v2/authorization',
    answer((req) => {
      const params = new URL(req.url, 'http://sandbox').searchParams;
      const decision = params.get('sandbox_decision');
      return authorize(
        world,
        params,
        decision === null ? null : { decision, profile: params.get('sandbox_profile') ?? '' },
      );
    }),
  );
  router.post(
    '/oauth/v2/authorization',
    answer(async (req) => {
      const form = await readForm(req);
      return authorize(world, form, { decision: form.get('decision') ?? '', profile: form.get('profile') ?? '' });
    }),
  );
  router.post(
    '/oauth/v2/accessToken',
    answer((req) => exchange(world, req)),
  );
  router.post(
    '/oauth/v2/revoke',
    answer((req) => revoke(world, req)),
  );
  router.post(
    '/oauth/v2/introspectToken',
    answer((req) => introspect(world, req)),
  );
  router.get(
    '/oauth/openid/jwks',
    answer(() => signingKeys()),
  );
  router.get(
    '/oauth/.well-known/openid-configuration',
    answer(() => openidConfiguration(world)),
  );

  router.put(
    '/dms-uploads/*',
    answer((req) => receiveUpload(world, req)),
  );
  router.get(
    '/feed/update/:urn',
    answer((req) => publicPost(world, req.params.urn ?? '')),
  );
  return router;
}

function publicPost(world: World, urn: string): Reply {
  const post = livePost(world, urn);
  if (post) return page(200, renderPostPage(postView(world, post)));
  const content = html`<!doctype html><html lang="en"><meta charset="utf-8"><title>LinkedIn (sandbox)</title><body style="font-family:sans-serif;max-width:32rem;margin:4rem auto"><h1>This post cannot be displayed</h1></body></html>`;
  return page(404, toText(content));
}
