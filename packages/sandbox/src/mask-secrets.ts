import type { LoggedRequest } from './request-log.ts';

const SHOWN_CHARACTERS = 4;
const names = [
  'access_token',
  'refresh_token',
  'id_token',
  'token',
  'input_token',
  'fb_exchange_token',
  'client_secret',
  'code',
  'code_verifier',
  'appsecret_proof',
  'signed_request',
  'apiKey',
].join('|');
const inForm = new RegExp(`((?:^|&)(?:${names})=)([^&]+)`, 'g');
const inJson = new RegExp(`("(?:${names})"\\s*:\\s*")([^"]+)`, 'g');
const secretHeaders = ['authorization', 'cookie', 'proxy-authorization'];

/** A logged request with tokens, codes and secrets cut after four characters. */
export function maskSecrets(request: LoggedRequest): LoggedRequest {
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    secretHeaders.includes(name) && typeof value === 'string' ? maskHeader(value) : value,
  ]);
  return {
    ...request,
    headers: Object.fromEntries(headers),
    query: request.query.replace(inForm, cutValue),
    body: request.body?.replace(inForm, cutValue).replace(inJson, cutValue) ?? null,
  };
}

function maskHeader(value: string): string {
  const [scheme, ...rest] = value.split(' ');
  return rest.length === 0 ? cut(value) : `${scheme} ${cut(rest.join(' '))}`;
}

function cutValue(_whole: string, before: string, secret: string): string {
  return before + cut(secret);
}

function cut(secret: string): string {
  return `${secret.slice(0, SHOWN_CHARACTERS)}…`;
}
