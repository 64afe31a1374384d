import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { json, type Reply } from '../restli/reply.ts';
import type { Grant, Member, World } from '../world.ts';
import { memberClaims } from './member-claims.ts';

const KEY_ID = 'sandbox-linkedin-1';
const LIFETIME_SECONDS = 3_600;

let privateKey: KeyObject | null = null;

/** A real RS256 token for members with `openid`; `/oauth/openid/jwks` checks it. */
export function idToken(world: World, { member, grant }: { readonly member: Member; readonly grant: Grant }): string {
  const issuedAt = Math.floor(world.context.clock.now() / 1_000);
  const claims = {
    iss: issuer(world),
    aud: grant.clientId,
    iat: issuedAt,
    exp: issuedAt + LIFETIME_SECONDS,
    ...memberClaims(world, member, new Set(grant.scopes)),
  };
  const signed = `${encode({ typ: 'JWT', alg: 'RS256', kid: KEY_ID })}.${encode(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), signingKey()).toString('base64url')}`;
}

/** `GET /oauth/openid/jwks` */
export function signingKeys(): Reply {
  const { kty, n, e } = createPublicKey(signingKey()).export({ format: 'jwk' });
  return json(200, { keys: [{ use: 'sig', alg: 'RS256', kid: KEY_ID, kty, n, e }] });
}

/** `GET /oauth/.well-known/openid-configuration` */
export function openidConfiguration(world: World): Reply {
  return json(200, {
    issuer: issuer(world),
    authorization_endpoint: `${issuer(world)}/v2/authorization`,
    token_endpoint: `${issuer(world)}/v2/accessToken`,
    userinfo_endpoint: `${world.context.urlOf('linkedin', 'api')}/v2/userinfo`,
    jwks_uri: `${issuer(world)}/openid/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'profile', 'email'],
  });
}

function issuer(world: World): string {
  return `${world.context.urlOf('linkedin', 'www')}/oauth`;
}

/** Created on first use: it takes a moment, and most runs never need it. */
function signingKey(): KeyObject {
  privateKey ??= generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
  return privateKey;
}

function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
