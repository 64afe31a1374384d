import express, { type Request, type Response, type Router } from 'express';
import type { SandboxClock } from '../../simulator.ts';
import type { Apps } from '../apps.ts';
import { answered, type GraphAnswer, type GraphFailure, refused, sendGraphAnswer } from '../graph/graph-answer.ts';
import { readFormParameters, readParameters } from '../graph/parameters.ts';
import type { Usage } from '../graph/usage.ts';
import type { MetaIds } from '../ids.ts';
import { DAY_MS } from '../moving-day.ts';
import type { PerPerson } from '../per-person.ts';
import type { MetaProfile, Profiles } from '../profiles.ts';
import type { OAuthCodes } from './oauth-codes.ts';
import { sendOAuthFailure } from './oauth-failure.ts';
import { LONG_LIVED_SECONDS, type Token, type Tokens, tokenFailure } from './tokens.ts';

/** The result of a refresh; Meta does not document it below 24 hours. */
export type RefreshRule = {
  readonly answer: 'new_token' | 'same_token';
  /** Null: a young token is refreshed like any other. */
  readonly tooYoung: GraphFailure | null;
};

export const ordinaryRefresh: RefreshRule = {
  answer: 'new_token',
  tooYoung: {
    code: 100,
    type: 'IGApiException',
    message: 'Invalid parameter: the access token must be at least 24 hours old to be refreshed',
  },
};

type TokenDeps = {
  readonly clock: SandboxClock;
  readonly ids: MetaIds;
  readonly apps: Apps;
  readonly codes: OAuthCodes;
  readonly tokens: Tokens;
  readonly profiles: Profiles;
  readonly usage: Usage;
  readonly refreshRule: PerPerson<RefreshRule>;
  readonly basicScope: string;
  /** `ig` or `th`, as in `ig_exchange_token`. */
  readonly grantPrefix: string;
  /** The JSON text of a code exchange: text, because the user id in it is a number above 2^53. */
  readonly exchangeBody: (token: Token, profile: MetaProfile) => string;
};

/** `POST /oauth/access_token`: code → short-lived token, also under `paths`. */
export function createCodeExchange(deps: TokenDeps, paths: readonly string[] = []): Router {
  const router = express.Router();
  router.post(['/oauth/access_token', ...paths], (req, res, next) => {
    exchangeCode(deps, req)
      .then((outcome) => {
        if ('body' in outcome) res.type('json').send(outcome.body);
        else sendOAuthFailure(res, outcome.failure);
      })
      .catch(next);
  });
  return router;
}

async function exchangeCode(
  deps: TokenDeps,
  req: Request,
): Promise<{ readonly body: string } | { readonly failure: string }> {
  const form = (await readFormParameters(req)) ?? new Map<string, string>();
  const absent = ['client_id', 'client_secret', 'grant_type', 'redirect_uri', 'code'].find((name) => !form.get(name));
  if (absent) return { failure: `Missing required field ${absent}` };
  const app = deps.apps.find(form.get('client_id') ?? '');
  if (!app) return { failure: 'Invalid platform app' };
  if (app.clientSecret !== form.get('client_secret')) return { failure: 'Error validating client secret.' };
  if (form.get('grant_type') !== 'authorization_code')
    return { failure: "Invalid grant_type: must be 'authorization_code'" };
  const code = form.get('code') ?? '';
  const grant = deps.codes.find(code);
  const profile = grant && deps.profiles.byUsername(grant.username);
  if (!grant || !profile || grant.clientId !== app.clientId) {
    return { failure: 'Matching code was not found or was already used' };
  }
  if (grant.redirectUri !== form.get('redirect_uri')) {
    return {
      failure:
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
    };
  }
  deps.codes.spend(code);
  const { username, scopes } = grant;
  return {
    body: deps.exchangeBody(deps.tokens.issue({ kind: 'short', clientId: app.clientId, username, scopes }), profile),
  };
}

/** `GET /access_token` and `GET /refresh_access_token`. `prefixes` are their versions. */
export function createLongLivedTokens(deps: TokenDeps, prefixes: readonly string[] = []): Router {
  const router = express.Router();
  const routes = { '/access_token': answerExchange, '/refresh_access_token': answerRefresh };
  for (const [path, answer] of Object.entries(routes)) {
    router.all([path, ...prefixes.map((prefix) => prefix + path)], (req, res, next) => {
      answerTokenCall(deps, req, res, answer).catch(next);
    });
  }
  return router;
}

async function answerTokenCall(
  deps: TokenDeps,
  req: Request,
  res: Response,
  answer: (deps: TokenDeps, parameters: ReadonlyMap<string, string>) => GraphAnswer,
): Promise<void> {
  const parameters = (await readParameters(req)) ?? new Map<string, string>();
  const token = deps.tokens.find(parameters.get('access_token') ?? '');
  res.set(deps.usage.headers((token && deps.profiles.byUsername(token.username)) ?? null));
  const result = req.method === 'GET' ? answer(deps, parameters) : refused(unsupportedMethod(req.method));
  sendGraphAnswer(res, result, deps.ids.traceId());
}

function answerExchange(deps: TokenDeps, parameters: ReadonlyMap<string, string>): GraphAnswer {
  if (parameters.get('grant_type') !== `${deps.grantPrefix}_exchange_token`) return refused(unsupportedMethod('GET'));
  const token = deps.tokens.find(parameters.get('access_token') ?? '');
  const dead = tokenFailure(token, deps.clock.now());
  if (dead) return refused(dead);
  if (token?.kind !== 'short') return refused(unsupportedMethod('GET'));
  if (deps.apps.find(token.clientId)?.clientSecret !== parameters.get('client_secret')) {
    return refused({ code: 1, message: 'Error validating client secret.' });
  }
  return answered(bodyOf(deps.tokens.issue({ ...token, kind: 'long' })));
}

function answerRefresh(deps: TokenDeps, parameters: ReadonlyMap<string, string>): GraphAnswer {
  if (parameters.get('grant_type') !== `${deps.grantPrefix}_refresh_token`) return refused(unsupportedMethod('GET'));
  const token = deps.tokens.find(parameters.get('access_token') ?? '');
  const dead = tokenFailure(token, deps.clock.now());
  if (dead) return refused(dead);
  if (token?.kind !== 'long') return refused(unsupportedMethod('GET'));
  if (!token.scopes.includes(deps.basicScope)) {
    return refused({ code: 10, message: '(#10) Application does not have permission for this action' });
  }
  const rule = deps.refreshRule.of(token.username);
  if (rule.tooYoung && deps.clock.now() - token.issuedAt < DAY_MS) return refused(rule.tooYoung);
  return answered(bodyOf(rule.answer === 'same_token' ? deps.tokens.renew(token) : deps.tokens.issue(token)));
}

function bodyOf(token: Token): Readonly<Record<string, unknown>> {
  return { access_token: token.value, token_type: 'bearer', expires_in: LONG_LIVED_SECONDS };
}

/** The answer to an unknown call (stevenschobert/instafeed.js issue 654, 2026-10). */
function unsupportedMethod(method: string): GraphFailure {
  return { code: 100, type: 'IGApiException', message: `Unsupported request - method type: ${method.toLowerCase()}` };
}
