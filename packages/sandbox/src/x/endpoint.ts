import type { Request, RequestHandler, Response } from 'express';
import {
  type Answer,
  allowed,
  type Checked,
  clientForbidden,
  forbidden,
  outOfCredits,
  refused,
  suspended,
  tooManyRequests,
  unauthorized,
} from './answers.ts';
import type { Grant, XPerson, XWorld } from './world.ts';

/** The API description implemented here: xdevplatform/docs, openapi.json of 2026-08-22. */
const API_VERSION = '2.167';
const WINDOW_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

export type Call = { readonly req: Request; readonly person: XPerson; readonly grant: Grant };

export type Endpoint = {
  /** Names the rate bucket, as X's own tables do: `POST /2/tweets`. */
  readonly name: string;
  readonly scopes: readonly string[];
  /** Requests of one person in 15 minutes. */
  readonly limit: number;
  /** Requests of one app in 24 hours. */
  readonly appDailyLimit?: number;
  /** Costs credits, so that an app without credits is refused. */
  readonly isBilled?: boolean;
  readonly handle: (call: Call) => Answer | Promise<Answer>;
};

/** The checks of a call in our order: token, scope, account, credits, rate; then its own. */
export function serve(world: XWorld, endpoint: Endpoint): RequestHandler {
  return (req, res, next) => {
    answer(world, endpoint, req, res).then((answered) => sendAnswer(world, res, answered), next);
  };
}

async function answer(world: XWorld, endpoint: Endpoint, req: Request, res: Response): Promise<Answer> {
  const caller = authenticate(world, req);
  if (!caller.ok) return caller.answer;
  const { person, grant } = caller.value;
  const inRate = countRequest(world, endpoint, caller.value, res);
  if (!endpoint.scopes.every((scope) => grant.scopes.includes(scope))) return forbidden();
  if (person.isSuspended) return suspended();
  const { settings } = world.state;
  const unenrolled = settings.clientForbidden;
  if (unenrolled && (unenrolled.endpoint ?? endpoint.name) === endpoint.name) {
    return clientForbidden(unenrolled.reason, grant.clientId);
  }
  if (endpoint.isBilled && settings.balanceMicroUsd <= 0) return outOfCredits(settings.creditsAnswer);
  if (!inRate) return tooManyRequests(settings.rateLimitAnswer);
  return endpoint.handle({ req, person, grant });
}

function authenticate(world: XWorld, req: Request): Checked<{ person: XPerson; grant: Grant }> {
  const { state, clock } = world;
  const token = state.accessTokens.get(/^Bearer (.+)$/.exec(req.get('authorization') ?? '')?.[1] ?? '');
  const person = token && state.people.get(token.grant.personId);
  if (!token || !person || token.grant.isRevoked || token.expiresAtMs <= clock.now()) return refused(unauthorized());
  state.countdown.passed(person.id);
  return allowed({ person, grant: token.grant });
}

/** Counts the request and writes the limits into the answer; false when there were too many. */
function countRequest(
  world: XWorld,
  endpoint: Endpoint,
  caller: { person: XPerson; grant: Grant },
  res: Response,
): boolean {
  const { rateLimitsOn } = world.state.settings;
  const mine = useBucket(world, bucketKey(endpoint.name, caller.person.id), endpoint.limit, WINDOW_MS);
  setLimitHeaders(res, 'x-rate-limit', endpoint.limit, mine);
  if (endpoint.appDailyLimit === undefined) return mine.fits || !rateLimitsOn;
  const apps = useBucket(world, bucketKey(endpoint.name, caller.grant.clientId), endpoint.appDailyLimit, DAY_MS);
  setLimitHeaders(res, 'x-app-limit-24hour', endpoint.appDailyLimit, apps);
  return (mine.fits && apps.fits) || !rateLimitsOn;
}

export function bucketKey(endpointName: string, who: string): string {
  return `${endpointName} ${who}`;
}

type Use = { readonly fits: boolean; readonly remaining: number; readonly resetsAtMs: number };

function useBucket(world: XWorld, key: string, limit: number, windowMs: number): Use {
  const { state, clock } = world;
  let bucket = state.buckets.get(key);
  if (!bucket || bucket.resetsAtMs <= clock.now()) {
    bucket = { used: 0, resetsAtMs: clock.now() + windowMs };
    state.buckets.set(key, bucket);
  }
  const fits = bucket.used < limit;
  if (fits) bucket.used++;
  return { fits, remaining: limit - bucket.used, resetsAtMs: bucket.resetsAtMs };
}

function setLimitHeaders(res: Response, prefix: string, limit: number, use: Use): void {
  res.set({
    [`${prefix}-limit`]: String(limit),
    [`${prefix}-remaining`]: String(use.remaining),
    // Seconds since 1970, not seconds to wait (X, rate limits, checked 2026-08).
    [`${prefix}-reset`]: String(Math.ceil(use.resetsAtMs / 1_000)),
  });
}

export function sendAnswer(world: XWorld, res: Response, answered: Answer): void {
  res.status(answered.status).set({ 'api-version': API_VERSION, 'x-transaction-id': world.randomHex(8) });
  if (answered.body === null) {
    res.end();
    return;
  }
  const isPlainProblem = answered.body.type === 'about:blank';
  res.set('content-type', `application/${isPlainProblem ? 'problem+json' : 'json'}; charset=utf-8`);
  res.end(JSON.stringify(answered.body));
}

/** Subtracts the price of a write from the app owner's credits. */
export function charge(world: XWorld, microUsd: number): void {
  world.state.settings.balanceMicroUsd -= microUsd;
  world.state.chargedMicroUsd += microUsd;
}
