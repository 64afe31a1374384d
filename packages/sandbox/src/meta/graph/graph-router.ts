import express, { type Request, type Response, type Router } from 'express';
import type { CallCountdown } from '../../call-countdown.ts';
import type { SandboxClock } from '../../simulator.ts';
import type { ScriptedErrors } from '../controls/scripted-errors.ts';
import type { MetaIds } from '../ids.ts';
import { type Token, type Tokens, tokenFailure } from '../login/tokens.ts';
import type { PerPerson } from '../per-person.ts';
import type { MetaProfile, Profiles } from '../profiles.ts';
import { type GraphAnswer, type GraphFailure, refused, sendGraphAnswer, unknownPath } from './graph-answer.ts';
import type { Operation } from './operations.ts';
import { type Parameters, readParameters } from './parameters.ts';
import type { Usage } from './usage.ts';

/** One authenticated call. */
export type GraphCall = {
  readonly method: string;
  readonly profile: MetaProfile;
  readonly token: Token;
  readonly parameters: Parameters;
  /** The id in the path; `me` stays `me`. */
  readonly node: string;
};

export type GraphEndpoint = {
  readonly method: 'get' | 'post' | 'delete';
  /** `/:node/media`, below the version. */
  readonly path: string;
  /** The kind of call, for scripted errors. */
  readonly operation: Operation | ((call: GraphCall) => Operation);
  readonly scopes: readonly string[];
  readonly handle: (call: GraphCall) => GraphAnswer | Promise<GraphAnswer>;
};

type GraphRouterDeps = {
  readonly clock: SandboxClock;
  readonly ids: MetaIds;
  readonly tokens: Tokens;
  readonly countdown: CallCountdown;
  readonly permissionError: PerPerson<GraphFailure>;
  readonly profiles: Profiles;
  readonly usage: Usage;
  readonly scriptedErrors: ScriptedErrors;
};

/** The versions of the API: served, retired, and path parts that are not versions. */
export type VersionStates = {
  stateOf(part: string): 'served' | 'retired' | 'unknown';
  /** The version that the error of a retired one recommends. */
  newest(): string;
};

/** Routes the versioned part of a Graph host. */
export function createGraphRouter(
  deps: GraphRouterDeps,
  versions: VersionStates,
  endpoints: readonly GraphEndpoint[],
): Router {
  const nodes = express.Router({ caseSensitive: true });
  for (const endpoint of endpoints) {
    nodes[endpoint.method](endpoint.path, (req, res, next) => {
      perform(deps, endpoint, req, res).catch(next);
    });
  }

  const router = express.Router();
  router.use('/:version', (req, res, next) => {
    const state = versions.stateOf(req.params.version);
    if (state === 'served') nodes(req, res, next);
    else if (state === 'retired') sendGraphAnswer(res, refused(retired(versions.newest())), deps.ids.traceId());
    else next();
  });
  // Without a version the app's own setting counts.
  router.use(nodes);
  router.use((req, res) => {
    sendGraphAnswer(res, refused(unknownPath(req.path)), deps.ids.traceId());
  });
  return router;
}

async function perform(deps: GraphRouterDeps, endpoint: GraphEndpoint, req: Request, res: Response): Promise<void> {
  const parameters = await readParameters(req);
  const token = parameters && deps.tokens.find(tokenOf(req, parameters) ?? '');
  const profile = token ? (deps.profiles.byUsername(token.username) ?? null) : null;
  res.set(deps.usage.headers(profile));
  const answer =
    parameters === null
      ? refused({ code: 100, message: 'The request body cannot be read' })
      : await answerCall(deps, endpoint, { req, parameters, token: token ?? undefined, profile });
  sendGraphAnswer(res, answer, deps.ids.traceId());
}

async function answerCall(
  deps: GraphRouterDeps,
  endpoint: GraphEndpoint,
  request: {
    readonly req: Request;
    readonly parameters: Parameters;
    readonly token: Token | undefined;
    readonly profile: MetaProfile | null;
  },
): Promise<GraphAnswer> {
  const { req, parameters, token, profile } = request;
  if (tokenOf(req, parameters) === null) return refused(noToken(req));
  const dead = tokenFailure(token, deps.clock.now());
  if (dead) return refused(dead);
  if (!token || !profile)
    return refused({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' });

  deps.countdown.passed(token.username);
  const throttled = deps.usage.failure(profile);
  if (throttled) return refused(throttled);
  if (!endpoint.scopes.every((scope) => token.scopes.includes(scope))) {
    return refused(deps.permissionError.of(profile.username));
  }

  const call: GraphCall = { method: req.method, profile, token, parameters, node: req.params.node ?? '' };
  const operation = typeof endpoint.operation === 'string' ? endpoint.operation : endpoint.operation(call);
  const scripted = deps.scriptedErrors.take(operation, profile.username, 'before');
  if (scripted) return refused(scripted.failure(call.node));
  const answer = await endpoint.handle(call);
  if (!answer.ok) return answer;
  const late = deps.scriptedErrors.take(operation, profile.username, 'after_effect');
  return late ? refused(late.failure(call.node)) : answer;
}

/** The token lacks a permission (message: fbsamples/threads_api issue 72, checked 2026-10). */
export const permissionMissing: GraphFailure = {
  code: 10,
  message: '(#10) Application does not have permission for this action',
};

/** Live message, "Ads API" for all (facebook/facebook-python-business-sdk pull 582, 2026-11). */
function retired(newest: string): GraphFailure {
  return {
    code: 2635,
    message: `(#2635) You are calling a deprecated version of the Ads API. Please update to the latest version: ${newest}.`,
  };
}

function noToken(req: Request): GraphFailure {
  return req.params.node === 'me'
    ? { code: 2500, message: 'An active access token must be used to query information about the current user.' }
    : { code: 104, message: 'An access token is required to request this resource.' };
}

/** Null when the call has no token. */
function tokenOf(req: Request, parameters: Parameters): string | null {
  const bearer = /^(?:Bearer|OAuth) +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
  return parameters.get('access_token') ?? bearer ?? null;
}

/** True for the caller's own account. Graph answers for others as if missing. */
export function isOwnAccount(call: GraphCall): boolean {
  return call.node === 'me' || call.node === call.profile.accountId;
}
