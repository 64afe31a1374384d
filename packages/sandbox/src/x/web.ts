import express, { type Router } from 'express';
import { html } from '../html.ts';
import { renderShell } from '../page-shell.ts';
import { renderPostPage } from '../post-page.ts';
import { drawProfilePicture } from '../profile-picture.ts';
import { showConsent, takeConsent } from './authorize.ts';
import { toPostView } from './to-views.ts';
import type { XWorld } from './world.ts';

/** x.com: the authorize page, public posts and profile pictures. */
export function createWeb(world: XWorld): Router {
  const router = express.Router();
  router.get('/i/oauth2/authorize', (req, res) => showConsent(world, req, res));
  router.post('/i/oauth2/authorize', express.urlencoded({ extended: false }), (req, res) =>
    takeConsent(world, req, res),
  );

  router.get('/profile_images/:id([0-9]{1,19})_normal.png', (req, res) => {
    res.set('content-type', 'image/png').end(drawProfilePicture(req.params.id ?? ''));
  });

  // The id alone decides; the name before it may be any.
  router.get(['/:username/status/:id', '/i/web/status/:id'], (req, res) => {
    const found = world.state.posts.find(req.params.id ?? '');
    const post = found?.repostOfId ? world.state.posts.find(found.repostOfId) : found;
    const isProtected = world.state.people.get(post?.authorId ?? '')?.isProtected;
    res.set('content-type', 'text/html; charset=utf-8');
    if (!post || isProtected) {
      res.status(404).end(renderMissing());
      return;
    }
    post.looks++;
    res.end(renderPostPage(toPostView(world, post)));
  });
  return router;
}

function renderMissing(): string {
  return renderShell({
    title: 'Page not found',
    styles: ['base', 'consent'],
    body: html`<body><main style="--brand:#0f1419"><div class="band"></div><form><h1>Hmm...this page doesn’t exist.</h1>
      <p class="soft">The post was deleted, or it was never there.</p><p><a href="/">See all posts of the sandbox</a></p></form></main></body>`,
  });
}
