/** The facts about one request error code. */
export type RequestErrorFacts = {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 431 | 500 | 502 | 503;
  /** One sentence: what happened. */
  readonly meaning: string;
  /** One sentence: what the caller does about it. */
  readonly remedy: string;
};

/** Every code a refused request can carry. The list is closed. */
export const REQUEST_ERRORS = {
  invalid_request: {
    status: 400,
    meaning: 'The request does not have the documented shape.',
    remedy: 'Correct the fields named in `details`.',
  },
  platform_mismatch: {
    status: 400,
    meaning: 'A target or repost names another platform than the one its account belongs to.',
    remedy: 'Send the `platform` of the account, as `GET /api/v1/accounts` shows it.',
  },
  invalid_post: {
    status: 400,
    meaning: 'At least one target breaks a content rule of its platform; nothing was published.',
    remedy: 'Fix every violation in `details`, or remove the target, and send the request again.',
  },
  hub_url_not_allowed: {
    status: 400,
    meaning: 'The service does not connect to this hub address.',
    remedy: 'Give the public https address of the hub, or let the operator allow its host (`EGRESS_ALLOWED_HOSTS`).',
  },
  hub_auth_failed: {
    status: 400,
    meaning: 'The hub refused the key, or the key may not publish and upload there.',
    remedy: 'Create a key of a hub user who may publish and upload.',
  },
  connect_code_invalid: {
    status: 400,
    meaning: 'The connect code is unknown, used or expired.',
    remedy: 'Let the hub generate a new code.',
  },
  space_not_found: {
    status: 400,
    meaning: 'The hub has no space with this slug.',
    remedy: 'Choose a slug that `GET /api/v1/accounts/:id/spaces` lists.',
  },
  hub_not_supported: {
    status: 400,
    meaning: 'The address does not answer as a hub the service can talk to.',
    remedy: 'Check `hubUrl` and `type`, or connect with an API key when the hub has no connect codes.',
  },
  webhook_url_not_allowed: {
    status: 400,
    meaning: 'The service does not send events to this address.',
    remedy: 'Give a public https address, or let the operator allow its host (`EGRESS_ALLOWED_HOSTS`).',
  },
  media_unreachable: {
    status: 400,
    meaning: 'The file could not be fetched from its address.',
    remedy: 'Give an address that answers 200 with the file itself, without sign-in and without a redirect to a page.',
  },
  unauthorized: {
    status: 401,
    meaning: 'The API key is missing, malformed, unknown or revoked.',
    remedy:
      'Send `Authorization: Bearer <API key>` with a live key of the project. Create one in the dashboard under Settings → API keys, or with `fanfare keys create`. Browsers cannot call the API from a page: keys are for servers, so it sends no CORS headers on purpose; call it from a route of your own server.',
  },
  insufficient_scope: {
    status: 403,
    meaning: 'The scope of the API key does not include this call.',
    remedy:
      'Use a key with the scope that the message names. Create one in the dashboard under Settings → API keys, or with `fanfare keys create --scope`.',
  },
  account_limit_reached: {
    status: 403,
    meaning: 'The plan’s cap of connected accounts is reached.',
    remedy: 'Delete an account that is no longer used, or choose a larger plan.',
  },
  webhook_limit_reached: {
    status: 403,
    meaning: 'The project has 20 webhooks, which is as many as it can have.',
    remedy: 'Delete a webhook that is no longer used.',
  },
  draft_limit_reached: {
    status: 403,
    meaning: 'The project has 200 drafts that are not published, which is as many as it can have.',
    remedy: 'Publish or delete a draft that is no longer needed.',
  },
  storage_exceeded: {
    status: 403,
    meaning: 'The hosted files of the project would exceed its limit of bytes, files or open uploads.',
    remedy: 'Delete files that are no longer used, or finish uploads that are open.',
  },
  account_not_found: {
    status: 404,
    meaning: 'An account named in the request does not exist in the project.',
    remedy: 'Use ids that `GET /api/v1/accounts` lists for this project.',
  },
  not_found: {
    status: 404,
    meaning: 'The address, or the resource it names, does not exist in the project.',
    remedy: 'Check the path and the id.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The path exists, but not with this method.',
    remedy: 'Use a method of the `Allow` response header.',
  },
  not_cancellable: {
    status: 409,
    meaning: 'The post is no longer waiting: it was published at once, is being published or has settled.',
    remedy: 'Read the post; what is published is removed on the network itself.',
  },
  not_published: {
    status: 409,
    meaning: 'The post has no published target to repost.',
    remedy: 'Wait until a target is published.',
  },
  account_not_active: {
    status: 409,
    meaning: 'The account is expired or revoked.',
    remedy: 'Connect it again.',
  },
  upload_incomplete: {
    status: 409,
    meaning: 'Bytes of the file are missing.',
    remedy: 'Send them to `uploadUrl`, then complete the file again.',
  },
  upload_closed: {
    status: 409,
    meaning: 'All bytes of the file are here, or another upload of it is running.',
    remedy: 'Complete the file, or ask for the offset with `HEAD` once the other upload has ended.',
  },
  media_in_use: {
    status: 409,
    meaning: 'A post that has not settled, or a draft, uses the file.',
    remedy: 'Cancel the post, or wait until it has settled.',
  },
  draft_conflict: {
    status: 409,
    meaning: 'The draft was changed by somebody else since it was read.',
    remedy: 'Read the draft again, and send your change with its `version`.',
  },
  draft_published: {
    status: 409,
    meaning: 'The draft was published and can no longer change.',
    remedy: 'Read the post that `postId` of the draft names, or save a new draft.',
  },
  rotation_in_progress: {
    status: 409,
    meaning: 'The webhook has a previous secret that still signs.',
    remedy: 'Wait until `previousSecretExpiresAt`, or end the old secrets at once with `overlapSeconds` 0.',
  },
  webhook_exists: {
    status: 409,
    meaning: 'Another webhook of the project has this address.',
    remedy:
      'Change that webhook, whose id is in the message, or use another address. An address gets each event once: one webhook can have every type.',
  },
  webhook_disabled: {
    status: 409,
    meaning: 'The webhook is disabled and receives nothing.',
    remedy: 'Enable it with `PATCH /api/v1/webhooks/:id` and `enabled` true, then replay.',
  },
  payload_too_large: {
    status: 413,
    meaning: 'The request body is larger than 2 MiB, or than the 8 MiB of `PUT /api/v1/media`.',
    remedy: 'Send media as URLs, never inside JSON. Announce a large file with `POST /api/v1/media`.',
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The request body is not declared as JSON.',
    remedy: 'Send `Content-Type: application/json`.',
  },
  quota_exceeded: {
    status: 429,
    meaning: 'The plan stops at its allowance and this request would exceed it; nothing was published.',
    remedy: 'Wait until `resetsAt`, cancel scheduled posts, or choose a plan with overage.',
  },
  rate_limited: {
    status: 429,
    meaning:
      'The API key has sent too many requests, too many posts are being published at once, or too many requests came from your address without a valid key.',
    remedy: 'Wait the seconds of the `Retry-After` response header.',
  },
  headers_too_large: {
    status: 431,
    meaning: 'The headers of the request, its address included, are larger than 16 KiB.',
    remedy: 'Send fewer or shorter headers; cookies and tracing headers of a proxy count as well.',
  },
  internal_error: {
    status: 500,
    meaning: 'The service failed unexpectedly.',
    remedy: 'Send the same request with the same idempotency key again; report the `requestId` if it persists.',
  },
  hub_unreachable: {
    status: 502,
    meaning: 'The hub did not answer.',
    remedy: 'Check that the hub is online and try again; a connect code may be used up, so generate a new one.',
  },
  hub_error: {
    status: 502,
    meaning: 'The hub answered something that cannot be understood.',
    remedy: 'Check the hub and try again.',
  },
  unavailable: {
    status: 503,
    meaning: 'The service is starting, stopping or without its database.',
    remedy: 'Send the same request with the same idempotency key again after the seconds of `Retry-After`.',
  },
} as const satisfies Record<string, RequestErrorFacts>;

export type RequestErrorCode = keyof typeof REQUEST_ERRORS;

const codes = Object.keys(REQUEST_ERRORS) as [RequestErrorCode, ...RequestErrorCode[]];
export const REQUEST_ERROR_CODES: readonly [RequestErrorCode, ...RequestErrorCode[]] = codes;
