import type { Request, Response } from 'express';
import { renderConsentPage } from '../../consent-page.ts';
import { html } from '../../html.ts';
import { renderShell } from '../../page-shell.ts';
import { redirectUriAllowed } from '../../redirect-uri.ts';
import type { AppRegistration } from '../../simulator.ts';
import { toProfileView } from '../to-views.ts';
import { personByUsername, type XPerson, type XWorld } from '../world.ts';

/** X, OAuth 2.0 authorization code flow with PKCE, checked 2026-08. */
const CODE_LIFE_MS = 30_000;
const MAX_STATE_LENGTH = 500;
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** The right of each scope, in the words of the consent page; also the list of existing scopes. */
const scopeLabels: Readonly<Record<string, string>> = {
  'tweet.read': 'See all the posts you can see',
  'tweet.write': 'Post and repost for you',
  'tweet.moderate.write': 'Hide and unhide replies to your posts',
  'users.read': 'See any account you can see',
  'users.email': 'See your email address',
  'media.write': 'Upload pictures and videos for you',
  'follows.read': 'See who follows you and whom you follow',
  'follows.write': 'Follow and unfollow people for you',
  'like.read': 'See the posts you have liked',
  'like.write': 'Like and unlike posts for you',
  'list.read': 'See lists and their members',
  'list.write': 'Make and change lists for you',
  'mute.read': 'See whom you have muted',
  'mute.write': 'Mute and unmute people for you',
  'block.read': 'See whom you have blocked',
  'block.write': 'Block and unblock people for you',
  'bookmark.read': 'See your bookmarks',
  'bookmark.write': 'Bookmark posts for you',
  'space.read': 'See the spaces you can see',
  'dm.read': 'Read your direct messages',
  'dm.write': 'Send direct messages for you',
  'offline.access': 'Stay connected until you revoke it',
};

type Asked = {
  readonly app: AppRegistration;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
  readonly codeChallenge: string;
  /** The whole query again, for the form. */
  readonly hidden: Readonly<Record<string, string>>;
};

type Decision = { readonly isAllowed: boolean; readonly person: XPerson | null; readonly scopes: readonly string[] };

/** `GET /i/oauth2/authorize`: the consent page, or the redirect by the query's decision. */
export function showConsent(world: XWorld, req: Request, res: Response): void {
  const asked = readAsked(world, req.query);
  if (typeof asked === 'string') {
    refuse(res, asked);
    return;
  }
  const decision = textOf(req.query.sandbox_decision);
  if (decision !== null) {
    const person = textOf(req.query.sandbox_profile) ?? '';
    const scopes = textOf(req.query.sandbox_scopes)?.split(/[ ,]+/) ?? asked.scopes;
    finish(world, res, asked, {
      isAllowed: decision === 'allow',
      person: personByUsername(world.state, person),
      scopes,
    });
    return;
  }
  const page = renderConsentPage({
    network: 'X',
    brandColor: '#0f1419',
    appName: asked.app.clientId,
    profiles: Array.from(world.state.people.values(), toProfileView),
    // X grants all or nothing: people cannot untick a scope.
    scopes: asked.scopes.map((value) => ({ value, label: scopeLabels[value] ?? value, optional: false })),
    action: req.originalUrl.split('?')[0] ?? '',
    hidden: asked.hidden,
  });
  res.set('content-type', 'text/html; charset=utf-8').end(page);
}

/** `POST /i/oauth2/authorize`: the form of the consent page. */
export function takeConsent(world: XWorld, req: Request, res: Response): void {
  const form: Readonly<Record<string, unknown>> = req.body ?? {};
  const asked = readAsked(world, form);
  if (typeof asked === 'string') {
    refuse(res, asked);
    return;
  }
  const person = personByUsername(world.state, textOf(form.profile) ?? '');
  finish(world, res, asked, { isAllowed: form.decision === 'allow', person, scopes: asked.scopes });
}

/** A text refuses: X shows a page and never redirects to anybody's address. */
function readAsked(world: XWorld, query: Readonly<Record<string, unknown>>): Asked | string {
  const names = [
    'response_type',
    'client_id',
    'redirect_uri',
    'scope',
    'state',
    'code_challenge',
    'code_challenge_method',
  ];
  const hidden = Object.fromEntries(names.map((name) => [name, textOf(query[name]) ?? '']));
  for (const name of names) if (!hidden[name]) return `The parameter ${name} is missing.`;
  const {
    response_type,
    client_id = '',
    redirect_uri = '',
    scope = '',
    state = '',
    code_challenge = '',
    code_challenge_method,
  } = hidden;
  const app = world.state.apps.get(client_id);
  if (!app) return `No app has the client id ${client_id}.`;
  if (!redirectUriAllowed(app.redirectUris, redirect_uri))
    return `The app has not registered the callback ${redirect_uri}.`;
  if (response_type !== 'code') return 'The parameter response_type must be code.';
  if (state.length > MAX_STATE_LENGTH) return `The parameter state is longer than ${MAX_STATE_LENGTH} characters.`;
  // X accepts it in lower case too: node-twitter-api-v2 1.29.1 and X's own TypeScript SDK send it
  // so.
  if (code_challenge_method?.toUpperCase() !== 'S256' || !CHALLENGE.test(code_challenge))
    return 'The PKCE challenge must be an S256 one.';
  const scopes = scope.split(' ');
  const unknown = scopes.filter((each) => !Object.hasOwn(scopeLabels, each));
  if (unknown.length > 0) return `There is no scope ${unknown.join(', ')}.`;
  return { app, redirectUri: redirect_uri, scopes, state, codeChallenge: code_challenge, hidden };
}

function finish(world: XWorld, res: Response, asked: Asked, decision: Decision): void {
  const target = new URL(asked.redirectUri);
  target.searchParams.set('state', asked.state);
  if (!decision.isAllowed) {
    target.searchParams.set('error', 'access_denied');
    res.redirect(302, target.href);
    return;
  }
  if (!decision.person) {
    refuse(res, 'This X has no profile of that name.');
    return;
  }
  const code = Buffer.from(`${world.randomHex(24)}:${world.clock.now()}:1:1:ac:1`).toString('base64url');
  world.state.codes.set(code, {
    grant: {
      clientId: asked.app.clientId,
      personId: decision.person.id,
      scopes: asked.scopes.filter((scope) => decision.scopes.includes(scope)),
      isRevoked: false,
    },
    redirectUri: asked.redirectUri,
    codeChallenge: asked.codeChallenge,
    expiresAtMs: world.clock.now() + CODE_LIFE_MS,
  });
  target.searchParams.set('code', code);
  res.redirect(302, target.href);
}

function refuse(res: Response, reason: string): void {
  const page = renderShell({
    title: 'Something went wrong',
    styles: ['base', 'consent'],
    body: html`<body><main style="--brand:#0f1419"><div class="band"></div><form>⏎      <div><div class="network"><i></i>X<small>Sandbox</small></div><h1>Something went wrong</h1></div>⏎      <p>You weren’t able to give access to the app. Go back and try logging in again.</p>⏎      <p class="soft">The reason, which X does not show: ${reason}</p>⏎    </form></main></body>`,
  });
  res.status(400).set('content-type', 'text/html; charset=utf-8').end(page);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
