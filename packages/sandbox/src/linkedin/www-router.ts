import express, { type Router } from 'express';
import { html, toText } from '../html.ts';
import { renderPostPage } from '../post/post-page.ts';
import { renderProfilePage } from '../post/profile-page.ts';
import { authorize } from './login/authorization.ts';
import { openidConfiguration, signingKeys } from './login/id-token.ts';
import { exchange, introspect, revoke } from './login/token-endpoint.ts';
import { receiveUpload } from './media/dms-uploads.ts';
import { actorOf, profileViews } from './people.ts';
import { livePost, newestFirst } from './posts/posts.ts';
import { answering, page, type Reply } from './restli/reply.ts';
import { readForm } from './restli/request-body.ts';
import { postView } from './to-view.ts';
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
  router.get(
    '/in/:username',
    answering((req) => profile(world, 'person', req.params.username ?? '')),
  );
  router.get(
    '/company/:username',
    answering((req) => profile(world, 'page', req.params.username ?? '')),
  );
  return router;
}

function publicPost(world: World, urn: string): Reply {
  const post = livePost(world, urn);
  if (!post) return missingPage('This post cannot be displayed');
  const view = postView(world, post);
  const profilePath = profilePathOf(world, view.author.username) ?? undefined;
  return page(200, renderPostPage(view, { nowMs: world.context.clock.now(), ...(profilePath && { profilePath }) }));
}

/** Path of the profile of a person, or of a page, whose names differ. */
export function profilePathOf(world: World, username: string): string | null {
  const found = profileViews(world).find((each) => each.username === username);
  return found ? `/linkedin/www/${found.kind === 'page' ? 'company' : 'in'}/${username}` : null;
}

/** A person at `/in/…`, a page at `/company/…`. */
function profile(world: World, kind: string, username: string): Reply {
  const person = profileViews(world).find((each) => each.kind === kind && each.username === username);
  if (!person) return missingPage('This page doesn’t exist');
  const posts = newestFirst(world).filter(({ author }) => actorOf(world, author)?.id === person.id);
  const views = posts.map((post) => postView(world, post));
  const nowMs = world.context.clock.now();
  return page(200, renderProfilePage({ network: 'linkedin', person, posts: views, nowMs }));
}

function missingPage(title: string): Reply {
  const content = html`<!doctype html><html lang="en"><meta charset="utf-8"><title>LinkedIn (sandbox)</title><body style="font-family:sans-serif;max-width:32rem;margin:4rem auto"><h1>${title}</h1></body></html>`;
  return page(404, toText(content));
}
