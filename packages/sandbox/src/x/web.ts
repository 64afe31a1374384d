import express, { type Router } from 'express';
import { html } from '../html.ts';
import { renderShell } from '../page-shell.ts';
import { renderPostPage } from '../post/post-page.ts';
import { renderProfilePage } from '../post/profile-page.ts';
import { drawProfilePicture } from '../profile-picture.ts';
import { showConsent, takeConsent } from './login/authorize.ts';
import { toPostView, toProfileView } from './to-views.ts';
import { personByUsername, type XPerson, type XWorld } from './world.ts';

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
    const view = toPostView(world, post);
    res.end(renderPostPage(view, { nowMs: world.clock.now(), profilePath: `/x/web/${view.author.username}` }));
  });

  router.get('/:username', (req, res) => {
    const person = personByUsername(world.state, req.params.username);
    res.set('content-type', 'text/html; charset=utf-8');
    if (!person || person.isProtected || person.isSuspended) return void res.status(404).end(renderMissing());
    res.end(renderProfile(world, person));
  });
  return router;
}

/** A profile lists posts, not replies. */
function renderProfile(world: XWorld, person: XPerson): string {
  const posts = world.state.posts
    .originals()
    .filter(({ authorId, replyToId }) => authorId === person.id && replyToId === null);
  return renderProfilePage({
    network: 'x',
    person: toProfileView(person),
    posts: posts.map((post) => toPostView(world, post)),
    nowMs: world.clock.now(),
  });
}

function renderMissing(): string {
  return renderShell({
    title: 'Page not found',
    styles: ['base', 'consent'],
    body: html`<body><main style="--brand:#0f1419"><div class="band"></div><form><h1>Hmm...this page doesn’t exist.</h1>
      <p class="soft">The post was deleted, or it was never there.</p><p><a href="/">See all posts of the sandbox</a></p></form></main></body>`,
  });
}
