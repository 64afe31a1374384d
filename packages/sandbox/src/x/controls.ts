import { readAfterCalls } from '../call-countdown.ts';
import {
  BadControl,
  type JsonObject,
  readChoice,
  readFlag,
  readOptionalText,
  readWhole,
  refuseUnknown,
} from '../read-json.ts';
import type { Simulator } from '../simulator.ts';
import { endpointLimits } from './api.ts';
import { bucketKey } from './endpoint.ts';
import { issueTokens } from './login/token.ts';
import { createPostControls } from './post-controls.ts';
import { requirePerson, tiers } from './profiles.ts';
import { toProfileView } from './to-views.ts';
import type { Grant, XWorld } from './world.ts';

const HOUR_MS = 3_600_000;
const outcomes = ['success', 'error', 'never'] as const;

/** `POST /__sandbox/x/{name}`; each is described with an example in the package's README. */
export function createControls(world: XWorld): Simulator['controls'] {
  return {
    'revoke-token': (body) => revokeTokens(world, body),
    'expire-tokens': (body) => expireTokens(world, body),
    'issue-token': (body) => issueToken(world, body),
    scopes: (body) => setScopes(world, body),
    processing: (body) => setProcessing(world, body),
    restrict(body) {
      refuseUnknown(body, ['username', 'on']);
      const person = requirePerson(world, body);
      person.isSuspended = readFlag(body, 'on');
      return { username: person.username, suspended: person.isSuspended };
    },
    tier(body) {
      refuseUnknown(body, ['username', 'tier']);
      const person = requirePerson(world, body);
      person.tier = readChoice(body, 'tier', tiers);
      return toProfileView(person);
    },
    'drop-refresh-reply'(body) {
      refuseUnknown(body, ['times']);
      const times = body.times === undefined ? 1 : readWhole(body, 'times', { min: 0, max: 1_000 });
      world.state.settings.refreshRepliesToDrop = times;
      return { times };
    },
    'refresh-error'(body) {
      refuseUnknown(body, ['error']);
      world.state.settings.refreshError = readChoice(body, 'error', ['invalid_request', 'invalid_grant']);
    },
    'finalize-body'(body) {
      refuseUnknown(body, ['required']);
      world.state.settings.finalizeNeedsBody = readFlag(body, 'required');
    },
    credits: (body) => setCredits(world, body),
    'rate-limit': (body) => setRateLimit(world, body),
    'rate-limits'(body) {
      refuseUnknown(body, ['on']);
      world.state.settings.rateLimitsOn = readFlag(body, 'on');
    },
    ...createPostControls(world),
  };
}

/** A pair of tokens without the authorize page. */
function issueToken(world: XWorld, body: JsonObject): JsonObject {
  refuseUnknown(body, ['username', 'scopes', 'clientId']);
  const person = requirePerson(world, body);
  const usual = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'];
  const scopes = readScopes(body.scopes ?? usual);
  const clientId = readOptionalText(body, 'clientId') ?? 'sandbox-x-app';
  if (!world.state.apps.has(clientId)) throw new BadControl(`x has no app ${clientId}`);
  const grant = { clientId, personId: person.id, scopes, isRevoked: false };
  const { accessToken, refreshToken } = issueTokens(world, grant);
  return { id: person.id, accessToken, refreshToken, scopes: grant.scopes };
}

function revokeTokens(world: XWorld, body: JsonObject): JsonObject {
  refuseUnknown(body, ['username', 'afterCalls']);
  const { id } = requirePerson(world, body);
  return soon(world, body, id, () => {
    const theirs = livingGrants(world, id);
    for (const grant of theirs) grant.isRevoked = true;
    return { revoked: theirs.length };
  });
}

function expireTokens(world: XWorld, body: JsonObject): JsonObject {
  refuseUnknown(body, ['username', 'refresh', 'afterCalls']);
  const { id } = requirePerson(world, body);
  const refreshToo = body.refresh !== undefined && readFlag(body, 'refresh');
  return soon(world, body, id, () => {
    const { accessTokens, refreshTokens } = world.state;
    const tokens = [...accessTokens.values(), ...(refreshToo ? refreshTokens.values() : [])];
    const theirs = tokens.filter(({ grant, expiresAtMs }) => grant.personId === id && expiresAtMs > world.clock.now());
    for (const token of theirs) token.expiresAtMs = world.clock.now();
    return { expired: theirs.length };
  });
}

/** Runs it now, or after `afterCalls` more successful calls of the person's tokens. */
function soon(world: XWorld, body: JsonObject, personId: string, change: () => JsonObject): JsonObject {
  const afterCalls = readAfterCalls(body);
  if (afterCalls === 0) return change();
  world.state.countdown.start(personId, afterCalls, () => void change());
  return { afterCalls };
}

/** The scopes of a person's live tokens, as if the app had requested only these. */
function setScopes(world: XWorld, body: JsonObject): JsonObject {
  refuseUnknown(body, ['username', 'scopes']);
  const { id } = requirePerson(world, body);
  const scopes = readScopes(body.scopes);
  for (const grant of livingGrants(world, id)) grant.scopes = scopes;
  return { scopes };
}

function readScopes(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) throw new BadControl('"scopes" must be a list of texts');
  return value.map(String);
}

function livingGrants(world: XWorld, personId: string): readonly Grant[] {
  const { accessTokens, refreshTokens } = world.state;
  const grants = new Set([...accessTokens.values(), ...refreshTokens.values()].map(({ grant }) => grant));
  return [...grants].filter((grant) => grant.personId === personId && !grant.isRevoked);
}

function setProcessing(world: XWorld, body: JsonObject): JsonObject {
  refuseUnknown(body, ['looks', 'ms', 'outcome', 'username']);
  world.state.settings.processing = {
    looks: body.looks === undefined ? null : readWhole(body, 'looks', { min: 1, max: 1_000 }),
    ms: body.ms === undefined ? 1_000 : readWhole(body, 'ms', { min: 0, max: 24 * HOUR_MS }),
    outcome: body.outcome === undefined ? 'success' : readChoice(body, 'outcome', outcomes),
    username: body.username === undefined ? null : requirePerson(world, body).username,
  };
  return world.state.settings.processing;
}

function setCredits(world: XWorld, body: JsonObject): JsonObject {
  refuseUnknown(body, ['usd', 'answer']);
  const { settings } = world.state;
  if (body.answer !== undefined)
    settings.creditsAnswer = readChoice(body, 'answer', ['credits-depleted', 'payment-required']);
  if (body.usd !== undefined) {
    if (typeof body.usd !== 'number' || !Number.isFinite(body.usd))
      throw new BadControl('"usd" must be a number of dollars');
    settings.balanceMicroUsd = Math.round(body.usd * 1e6);
  }
  return {
    balanceUsd: settings.balanceMicroUsd / 1e6,
    chargedUsd: world.state.chargedMicroUsd / 1e6,
    answer: settings.creditsAnswer,
  };
}

function setRateLimit(world: XWorld, body: JsonObject): JsonObject {
  refuseUnknown(body, ['username', 'endpoint', 'remaining', 'resetSeconds', 'answer']);
  const person = requirePerson(world, body);
  const endpoint = readChoice(body, 'endpoint', [...endpointLimits.keys()]);
  const limit = endpointLimits.get(endpoint) ?? 0;
  const remaining = body.remaining === undefined ? 0 : readWhole(body, 'remaining', { min: 0, max: limit });
  const resetSeconds = body.resetSeconds === undefined ? 900 : readWhole(body, 'resetSeconds', { min: 1, max: 86_400 });
  if (body.answer !== undefined) {
    world.state.settings.rateLimitAnswer = readChoice(body, 'answer', ['problem', 'code-88', 'usage-capped']);
  }
  const resetsAtMs = world.clock.now() + resetSeconds * 1_000;
  world.state.buckets.set(bucketKey(endpoint, person.id), { used: limit - remaining, resetsAtMs });
  return { endpoint, remaining, resetsAt: new Date(resetsAtMs).toISOString() };
}
