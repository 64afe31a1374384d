import {
  BadControl,
  type JsonObject,
  readChoice,
  readFlag,
  readOptionalText,
  readText,
  readWhole,
  refuseUnknown,
} from '../read-json.ts';
import type { Simulator } from '../simulator.ts';
import { endpointLimits } from './api.ts';
import { bucketKey } from './endpoint.ts';
import { addPost, plainPost } from './posts.ts';
import { requirePerson, tiers } from './profiles.ts';
import { toPostView, toProfileView } from './to-views.ts';
import { issueTokens } from './token.ts';
import type { XPost, XWorld } from './world.ts';

const HOUR_MS = 3_600_000;
const countNames = ['likes', 'quotes', 'bookmarks', 'impressions', 'linkClicks', 'profileClicks'] as const;
const outcomes = ['success', 'error', 'never'] as const;

/** `POST /__sandbox/x/{name}`; each is described with an example in the package's README. */
export function createControls(world: XWorld): Simulator['controls'] {
  return {
    'revoke-token': (body) => revokeTokens(world, body),
    'expire-tokens': (body) => expireTokens(world, body),
    'issue-token': (body) => issueToken(world, body),
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
    credits: (body) => setCredits(world, body),
    'rate-limit': (body) => setRateLimit(world, body),
    'rate-limits'(body) {
      refuseUnknown(body, ['on']);
      world.state.settings.rateLimitsOn = readFlag(body, 'on');
    },
    'duplicate-window'(body) {
      refuseUnknown(body, ['ms']);
      world.state.settings.duplicateWindowMs = readWhole(body, 'ms', { min: 0, max: 24 * HOUR_MS });
    },
    'already-reposted'(body) {
      refuseUnknown(body, ['answer']);
      world.state.settings.alreadyReposted = readChoice(body, 'answer', ['invalid-request', 'code-327', 'ok']);
    },
    'field-names'(body) {
      refuseUnknown(body, ['generation']);
      world.state.settings.fieldNames = readChoice(body, 'generation', ['as-asked', 'tweet', 'post']);
    },
    post(body) {
      refuseUnknown(body, ['username', 'text', 'replyTo']);
      const replyToId = readOptionalText(body, 'replyTo');
      if (replyToId !== null) requirePost(world, replyToId);
      const content = { ...plainPost, text: readText(body, 'text'), replyToId };
      return toPostView(world, addPost(world, requirePerson(world, body), content));
    },
    'delete-post'(body) {
      refuseUnknown(body, ['id']);
      world.state.posts.remove(requirePost(world, readText(body, 'id')));
    },
    metrics(body) {
      refuseUnknown(body, ['id', ...countNames]);
      const { counts } = requirePost(world, readText(body, 'id'));
      for (const name of countNames)
        if (body[name] !== undefined) counts[name] = readWhole(body, name, { min: 0, max: 1e12 });
      return counts;
    },
  };
}

/** A pair of tokens without the authorize page. */
function issueToken(world: XWorld, body: JsonObject): JsonObject {
  refuseUnknown(body, ['username', 'scopes', 'clientId']);
  const person = requirePerson(world, body);
  const scopes: unknown = body.scopes ?? ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'];
  if (!Array.isArray(scopes) || scopes.length === 0) throw new BadControl('"scopes" must be a list of texts');
  const clientId = readOptionalText(body, 'clientId') ?? 'sandbox-x-app';
  if (!world.state.apps.has(clientId)) throw new BadControl(`x has no app ${clientId}`);
  const grant = { clientId, personId: person.id, scopes: scopes.map(String), isRevoked: false };
  const { accessToken, refreshToken } = issueTokens(world, grant);
  return { id: person.id, accessToken, refreshToken, scopes: grant.scopes };
}

function revokeTokens(world: XWorld, body: JsonObject): JsonObject {
  refuseUnknown(body, ['username']);
  const { id } = requirePerson(world, body);
  const { accessTokens, refreshTokens } = world.state;
  const grants = new Set([...accessTokens.values(), ...refreshTokens.values()].map(({ grant }) => grant));
  const theirs = [...grants].filter((grant) => grant.personId === id && !grant.isRevoked);
  for (const grant of theirs) grant.isRevoked = true;
  return { revoked: theirs.length };
}

function expireTokens(world: XWorld, body: JsonObject): JsonObject {
  refuseUnknown(body, ['username', 'refresh']);
  const { id } = requirePerson(world, body);
  const { accessTokens, refreshTokens } = world.state;
  const refreshToo = body.refresh !== undefined && readFlag(body, 'refresh');
  const tokens = [...accessTokens.values(), ...(refreshToo ? refreshTokens.values() : [])];
  const theirs = tokens.filter(({ grant, expiresAtMs }) => grant.personId === id && expiresAtMs > world.clock.now());
  for (const token of theirs) token.expiresAtMs = world.clock.now();
  return { expired: theirs.length };
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

function requirePost(world: XWorld, id: string): XPost {
  const post = world.state.posts.find(id);
  if (!post) throw new BadControl(`x has no post ${id}`);
  return post;
}
