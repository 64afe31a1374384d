import type { DocumentedError } from '@fanfare/network-conformance';
import { provocationOf } from './provoke.ts';

const ERROR = 'Mastodon, Error entity, checked 2026-11';
const TOKEN = 'Mastodon, OAuth methods, Obtain a token, checked 2026-11';
const MEDIA = 'Mastodon, media methods, checked 2026-11';
const STATUSES = 'Mastodon, statuses methods, checked 2026-11';
const SERVICE = 'mastodon/mastodon, app/services/post_status_service.rb and config/locales/en.yml, checked 2026-11';
const LIMITS = 'Mastodon, Rate limits, checked 2026-11';

type Refusal = Omit<DocumentedError, 'documented' | 'body'> & { readonly error: string; readonly description?: string };

/**
 * The simulator refuses by itself where it can; elsewhere the documented answer replaces its own.
 */
function refusal({ error, description, ...facts }: Refusal): DocumentedError {
  const provoke = provocationOf(facts.edge, error);
  return {
    ...facts,
    documented: `${facts.status} ${error}`,
    body: { error, ...(description !== undefined && { error_description: description }) },
    ...(provoke && { provoke }),
  };
}

/** Possible answers to any call that needs a token. */
const ANYWHERE: readonly Omit<Refusal, 'edge'>[] = [
  { status: 401, error: 'The access token is invalid', source: ERROR, becomes: 'credential_rejected' },
  {
    status: 401,
    error: 'The access token was revoked',
    source: 'doorkeeper, config/locales/en.yml, checked 2026-11',
    becomes: 'credential_rejected',
  },
  { status: 401, error: 'This API requires an authenticated user', source: ERROR, becomes: 'credential_rejected' },
  {
    status: 403,
    error: 'This action is outside the authorized scopes',
    source: 'Mastodon, OAuth methods, userinfo, checked 2026-11',
    becomes: 'permission_missing',
  },
  { status: 403, error: 'Your login is currently disabled', source: ERROR, becomes: 'account_restricted' },
  {
    status: 403,
    error: 'Your login is missing a confirmed e-mail address',
    source: ERROR,
    becomes: 'account_restricted',
  },
  { status: 403, error: 'Your login is currently pending approval', source: ERROR, becomes: 'account_restricted' },
  { status: 422, error: 'This method requires an authenticated user', source: ERROR, becomes: 'credential_rejected' },
  { status: 429, error: 'Too many requests', source: LIMITS, becomes: 'rate_limited' },
  { status: 503, error: 'Remote data could not be fetched', source: ERROR, becomes: 'network_unavailable' },
  { status: 503, error: 'Remote SSL certificate could not be verified', source: ERROR, becomes: 'network_unavailable' },
  {
    status: 503,
    error: 'There was a temporary problem serving your request, please try again',
    source: ERROR,
    becomes: 'network_unavailable',
  },
];

const GRANT =
  'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.';

/** Every refusal that Mastodon documents for the calls of this package, and its required result. */
export const DOCUMENTED_ERRORS: readonly DocumentedError[] = [
  ...[
    { status: 400, error: 'invalid_grant', description: GRANT, becomes: 'credential_rejected' as const },
    {
      status: 400,
      error: 'invalid_scope',
      description: 'The requested scope is invalid, unknown, or malformed.',
      becomes: 'internal_error' as const,
    },
    {
      status: 401,
      error: 'invalid_client',
      description:
        'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
      becomes: 'internal_error' as const,
    },
    { status: 403, error: 'unauthorized_client', becomes: 'internal_error' as const },
    { status: 400, error: 'invalid_request', becomes: 'internal_error' as const },
    {
      status: 503,
      error: 'There was a temporary problem serving your request, please try again',
      becomes: 'network_unavailable' as const,
    },
  ].map((each) => refusal({ edge: 'exchange', source: TOKEN, ...each })),

  ...['publish', 'repost', 'metrics', 'profiles', 'upload'].flatMap((edge) =>
    ANYWHERE.map((each) => refusal({ edge, ...each })),
  ),

  {
    edge: 'publish',
    documented: '401 of a proxy in front',
    status: 401,
    body: '<h1>401 Authorization Required</h1>',
    source: 'nginx, ngx_http_auth_basic_module, checked 2026-11',
    becomes: 'network_unavailable',
  },
  refusal({
    edge: 'publish',
    status: 422,
    error: "Validation failed: Text can't be blank",
    source: STATUSES,
    becomes: 'content_rejected',
  }),
  refusal({
    edge: 'publish',
    status: 422,
    error: 'Validation failed: Text character limit of 500 exceeded',
    source: SERVICE,
    becomes: 'content_rejected',
  }),
  refusal({
    edge: 'publish',
    status: 422,
    error: 'Cannot attach more than 4 files',
    source: SERVICE,
    becomes: 'media_rejected',
  }),
  refusal({
    edge: 'publish',
    status: 422,
    error: 'Cannot attach a video to a post that already contains images',
    source: SERVICE,
    becomes: 'media_rejected',
  }),
  refusal({
    edge: 'publish',
    status: 422,
    error: 'Media 22348641 not found',
    source: SERVICE,
    becomes: 'media_rejected',
  }),
  refusal({
    edge: 'publish',
    status: 422,
    error: 'Cannot attach files that have not finished processing. Try again in a moment!',
    source: SERVICE,
    becomes: 'media_processing_failed',
  }),
  refusal({ edge: 'publish', status: 422, error: 'Duplicate record', source: ERROR, becomes: 'content_rejected' }),
  refusal({
    edge: 'publish',
    status: 422,
    error: 'Le texte est refusé',
    source: 'a sentence in the language of the server',
    becomes: 'content_rejected',
  }),
  refusal({
    edge: 'publish',
    status: 403,
    error: 'This action is not allowed',
    source: ERROR,
    becomes: 'permission_missing',
  }),
  refusal({
    edge: 'publish',
    status: 400,
    error: 'param is missing or the value is empty: status',
    source: ERROR,
    becomes: 'internal_error',
  }),
  refusal({ edge: 'comment', status: 404, error: 'Record not found', source: ERROR, becomes: 'content_rejected' }),

  refusal({ edge: 'repost', status: 404, error: 'Record not found', source: STATUSES, becomes: 'content_rejected' }),
  refusal({
    edge: 'repost',
    status: 403,
    error: 'This action is not allowed',
    source: ERROR,
    becomes: 'content_rejected',
  }),
  refusal({ edge: 'metrics', status: 404, error: 'Record not found', source: STATUSES, becomes: 'content_rejected' }),
  refusal({ edge: 'profiles', status: 404, error: 'Record not found', source: ERROR, becomes: 'internal_error' }),

  refusal({
    edge: 'upload',
    status: 422,
    error: 'Validation failed: File content type is invalid, File is invalid',
    source: MEDIA,
    becomes: 'media_rejected',
  }),
  refusal({
    edge: 'upload',
    status: 500,
    error: 'Error processing thumbnail for uploaded media',
    source: MEDIA,
    becomes: 'media_processing_failed',
  }),
  {
    edge: 'upload',
    documented: '413 of the proxy in front',
    status: 413,
    body: '<h1>413 Request Entity Too Large</h1>',
    source: 'nginx, client_max_body_size, checked 2026-11',
    becomes: 'media_rejected',
  },
  refusal({
    edge: 'look',
    status: 422,
    error: 'Validation failed: File content type is invalid, File is invalid',
    source: MEDIA,
    becomes: 'media_rejected',
  }),
  refusal({ edge: 'look', status: 404, error: 'Record not found', source: MEDIA, becomes: 'media_processing_failed' }),

  {
    edge: 'publish',
    documented: '301 to another address',
    status: 301,
    headers: { location: 'https://elsewhere.example/' },
    source: 'RFC 9110, 15.4.2',
    becomes: 'network_unavailable',
  },
  {
    edge: 'publish',
    documented: '408 Request Timeout',
    status: 408,
    source: 'RFC 9110, 15.5.9',
    becomes: 'network_unavailable',
  },
  {
    edge: 'publish',
    documented: '500 without words',
    status: 500,
    source: 'RFC 9110, 15.6.1',
    becomes: 'network_unavailable',
  },
];
