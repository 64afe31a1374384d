import express, { type Request, type Response, type Router } from 'express';
import { renderConsentPage } from '../consent-page.ts';
import { redirectUriAllowed } from '../redirect-uri.ts';
import type { AppRegistration } from '../simulator.ts';
import type { Apps } from './apps.ts';
import type { OAuthCodes } from './oauth-codes.ts';
import { sendOAuthFailure } from './oauth-failure.ts';
import { readForm } from './parameters.ts';
import { type Profiles, viewOfProfile } from './profiles.ts';

export type ScopeCatalogue = readonly { readonly value: string; readonly label: string; readonly mandatory: boolean }[];

type WindowDeps = {
  readonly apps: Apps;
  readonly profiles: Profiles;
  readonly codes: OAuthCodes;
  readonly scopes: ScopeCatalogue;
  readonly brand: { readonly name: string; readonly color: string };
  /** Address of the window itself, where its form goes. */
  readonly address: string;
};

type Asked = {
  readonly app: AppRegistration;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string | null;
};

/** `GET /oauth/authorize`: the window in which a person picks who to be and what to allow; a script skips it with `sandbox_profile` and `sandbox_decision`. */
export function createAuthorizeWindow(deps: WindowDeps): Router {
  const router = express.Router();
  router.get('/oauth/authorize', (req, res) => {
    const query = new URL(req.originalUrl, 'http://host').searchParams;
    const asked = readAsked(deps, query);
    if (typeof asked === 'string') {
      sendOAuthFailure(res, asked);
    } else if (query.has('sandbox_decision')) {
      const ticked = query.get('sandbox_scopes');
      const profile = query.get('sandbox_profile') ?? '';
      const decision = query.get('sandbox_decision') ?? '';
      sendOutcome(
        res,
        decide(deps, asked, { decision, profile, ticked: ticked === null ? asked.scopes : listOf(ticked) }),
      );
    } else {
      res.type('html').send(renderWindow(deps, asked, query));
    }
  });
  router.post('/oauth/authorize', (req, res, next) => {
    answerForm(deps, req)
      .then((outcome) => sendOutcome(res, outcome))
      .catch(next);
  });
  return router;
}

/** Where the browser goes next, or why it goes nowhere. */
type Outcome = { readonly location: string } | { readonly failure: string };

async function answerForm(deps: WindowDeps, req: Request): Promise<Outcome> {
  const fields = (await readForm(req)) ?? [];
  const form = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value]));
  const asked = readAsked(deps, form);
  if (typeof asked === 'string') return { failure: asked };
  const decision = form.get('decision') ?? '';
  return decide(deps, asked, { decision, profile: form.get('profile') ?? '', ticked: form.getAll('scopes') });
}

function sendOutcome(res: Response, outcome: Outcome): void {
  if ('location' in outcome) res.redirect(302, outcome.location);
  else sendOAuthFailure(res, outcome.failure);
}

/** What the app asks for, or what is wrong with it. An app or an address nobody registered must never be redirected to. */
function readAsked(deps: WindowDeps, query: URLSearchParams): Asked | string {
  const app = deps.apps.find(query.get('client_id') ?? '');
  if (!app) return 'Invalid platform app';
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!redirectUriAllowed(app.redirectUris, redirectUri)) return 'Invalid redirect_uri';
  if (query.get('response_type') !== 'code') return "Invalid response_type: must be 'code'";
  const scopes = listOf(query.get('scope') ?? '');
  const unknown = scopes.filter((scope) => !deps.scopes.some(({ value }) => value === scope));
  if (unknown.length > 0) return `Invalid scope: ${unknown.join(', ')}`;
  const missing = deps.scopes.find(({ mandatory, value }) => mandatory && !scopes.includes(value));
  if (missing) return `Invalid scope: ${missing.value} is required`;
  return { app, redirectUri, scopes, state: query.get('state') };
}

/** Comma or (encoded) space may separate scopes. */
function listOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}

function renderWindow(deps: WindowDeps, asked: Asked, query: URLSearchParams): string {
  return renderConsentPage({
    network: deps.brand.name,
    brandColor: deps.brand.color,
    appName: asked.app.clientId,
    profiles: deps.profiles.all().map(viewOfProfile),
    scopes: deps.scopes
      .filter(({ value }) => asked.scopes.includes(value))
      .map(({ value, label, mandatory }) => ({ value, label, optional: !mandatory })),
    action: deps.address,
    hidden: Object.fromEntries(query),
  });
}

function decide(
  deps: WindowDeps,
  asked: Asked,
  answer: { readonly decision: string; readonly profile: string; readonly ticked: readonly string[] },
): Outcome {
  if (answer.decision === 'deny') {
    const denied = {
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
    };
    return { location: locationOf(asked, denied) };
  }
  if (answer.decision !== 'allow') return { failure: 'The decision must be allow or deny' };
  const profile = deps.profiles.byIdOrUsername(answer.profile);
  if (!profile) return { failure: `There is no profile ${answer.profile}` };
  const granted = deps.scopes
    .filter(({ value, mandatory }) => asked.scopes.includes(value) && (mandatory || answer.ticked.includes(value)))
    .map(({ value }) => value);
  const code = deps.codes.issue({
    clientId: asked.app.clientId,
    redirectUri: asked.redirectUri,
    username: profile.username,
    scopes: granted,
  });
  // Meta appends an empty-looking fragment, which bites whoever pastes the whole address.
  return { location: `${locationOf(asked, { code })}#_` };
}

function locationOf(asked: Asked, parameters: Readonly<Record<string, string>>): string {
  const target = new URL(asked.redirectUri);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.append(name, value);
  if (asked.state !== null) target.searchParams.append('state', asked.state);
  return target.href;
}
