import express, { type Request, type Response, type Router } from 'express';
import { renderConsentPage } from '../../consent-page.ts';
import { redirectUriAllowed } from '../../redirect-uri.ts';
import type { AppRegistration } from '../../simulator.ts';
import type { Apps } from '../apps.ts';
import { readForm } from '../graph/parameters.ts';
import { type Profiles, viewOfProfile } from '../profiles.ts';
import type { OAuthCodes } from './oauth-codes.ts';
import { sendOAuthFailure } from './oauth-failure.ts';

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

type AuthorizeRequest = {
  readonly app: AppRegistration;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string | null;
};

/**
 * `GET /oauth/authorize`: profile and permissions; `sandbox_profile`, `sandbox_decision` skip it.
 */
export function createAuthorizeWindow(deps: WindowDeps): Router {
  const router = express.Router();
  router.get('/oauth/authorize', (req, res) => {
    const query = new URL(req.originalUrl, 'http://host').searchParams;
    const request = readRequest(deps, query);
    if (typeof request === 'string') {
      sendOAuthFailure(res, request);
    } else if (query.has('sandbox_decision')) {
      const ticked = query.get('sandbox_scopes');
      const profile = query.get('sandbox_profile') ?? '';
      const decision = query.get('sandbox_decision') ?? '';
      sendOutcome(
        res,
        decide(deps, request, { decision, profile, ticked: ticked === null ? request.scopes : listOf(ticked) }),
      );
    } else {
      res.type('html').send(renderWindow(deps, request, query));
    }
  });
  router.post('/oauth/authorize', (req, res, next) => {
    answerForm(deps, req)
      .then((outcome) => sendOutcome(res, outcome))
      .catch(next);
  });
  return router;
}

/** The next address of the browser, or the reason for no redirect. */
type Outcome = { readonly location: string } | { readonly failure: string };

async function answerForm(deps: WindowDeps, req: Request): Promise<Outcome> {
  const fields = (await readForm(req)) ?? [];
  const form = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value]));
  const request = readRequest(deps, form);
  if (typeof request === 'string') return { failure: request };
  const decision = form.get('decision') ?? '';
  return decide(deps, request, { decision, profile: form.get('profile') ?? '', ticked: form.getAll('scopes') });
}

function sendOutcome(res: Response, outcome: Outcome): void {
  if ('location' in outcome) res.redirect(302, outcome.location);
  else sendOAuthFailure(res, outcome.failure);
}

/** The app's request, or its error. No redirect to an unregistered address. */
function readRequest(deps: WindowDeps, query: URLSearchParams): AuthorizeRequest | string {
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

function renderWindow(deps: WindowDeps, request: AuthorizeRequest, query: URLSearchParams): string {
  return renderConsentPage({
    network: deps.brand.name,
    brandColor: deps.brand.color,
    appName: request.app.clientId,
    profiles: deps.profiles.all().map(viewOfProfile),
    scopes: deps.scopes
      .filter(({ value }) => request.scopes.includes(value))
      .map(({ value, label, mandatory }) => ({ value, label, optional: !mandatory })),
    action: deps.address,
    hidden: Object.fromEntries(query),
  });
}

function decide(
  deps: WindowDeps,
  request: AuthorizeRequest,
  answer: { readonly decision: string; readonly profile: string; readonly ticked: readonly string[] },
): Outcome {
  if (answer.decision === 'deny') {
    const denied = {
      error: 'access_denied',
      error_reason: 'user_denied',
      error_description: 'The user denied your request',
    };
    return { location: locationOf(request, denied) };
  }
  if (answer.decision !== 'allow') return { failure: 'The decision must be allow or deny' };
  const profile = deps.profiles.byIdOrUsername(answer.profile);
  if (!profile) return { failure: `There is no profile ${answer.profile}` };
  const granted = deps.scopes
    .filter(({ value, mandatory }) => request.scopes.includes(value) && (mandatory || answer.ticked.includes(value)))
    .map(({ value }) => value);
  const code = deps.codes.issue({
    clientId: request.app.clientId,
    redirectUri: request.redirectUri,
    username: profile.username,
    scopes: granted,
  });
  // Meta appends an empty-looking fragment, which stays in the code when a person pastes the whole
  // address.
  return { location: `${locationOf(request, { code })}#_` };
}

function locationOf(request: AuthorizeRequest, parameters: Readonly<Record<string, string>>): string {
  const target = new URL(request.redirectUri);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.append(name, value);
  if (request.state !== null) target.searchParams.append('state', request.state);
  return target.href;
}
