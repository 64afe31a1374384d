// Written by `pnpm golden` from the contract's list of error codes.

import { FanfareApiError } from './errors.ts';

/** 400 `invalid_request`: The request does not have the documented shape. Correct the fields named in `details`. */
export class InvalidRequestError extends FanfareApiError<'invalid_request'> {
  static override readonly kind: string = 'InvalidRequestError';
}

/** 400 `platform_mismatch`: A target or repost names another platform than the one its account belongs to. Send the `platform` of the account, as `GET /api/v1/accounts` shows it. */
export class PlatformMismatchError extends FanfareApiError<'platform_mismatch'> {
  static override readonly kind: string = 'PlatformMismatchError';
}

/** 400 `invalid_post`: At least one target breaks a content rule of its platform; nothing was published. Fix every violation in `details`, or remove the target, and send the request again. */
export class InvalidPostError extends FanfareApiError<'invalid_post'> {
  static override readonly kind: string = 'InvalidPostError';
}

/** 400 `hub_url_not_allowed`: The service does not connect to this hub address. Give the public https address of the hub, or let the operator allow its host (`EGRESS_ALLOWED_HOSTS`). */
export class HubUrlNotAllowedError extends FanfareApiError<'hub_url_not_allowed'> {
  static override readonly kind: string = 'HubUrlNotAllowedError';
}

/** 400 `hub_auth_failed`: The hub refused the key, or the key may not publish and upload there. Create a key of a hub user who may publish and upload. */
export class HubAuthFailedError extends FanfareApiError<'hub_auth_failed'> {
  static override readonly kind: string = 'HubAuthFailedError';
}

/** 400 `connect_code_invalid`: The connect code is unknown, used or expired. Let the hub generate a new code. */
export class ConnectCodeInvalidError extends FanfareApiError<'connect_code_invalid'> {
  static override readonly kind: string = 'ConnectCodeInvalidError';
}

/** 400 `space_not_found`: The hub has no space with this slug. Choose a slug that `GET /api/v1/accounts/:id/spaces` lists. */
export class SpaceNotFoundError extends FanfareApiError<'space_not_found'> {
  static override readonly kind: string = 'SpaceNotFoundError';
}

/** 400 `hub_not_supported`: The address does not answer as a hub the service can talk to. Check `hubUrl` and `type`, or connect with an API key when the hub has no connect codes. */
export class HubNotSupportedError extends FanfareApiError<'hub_not_supported'> {
  static override readonly kind: string = 'HubNotSupportedError';
}

/** 400 `webhook_url_not_allowed`: The service does not send events to this address. Give a public https address, or let the operator allow its host (`EGRESS_ALLOWED_HOSTS`). */
export class WebhookUrlNotAllowedError extends FanfareApiError<'webhook_url_not_allowed'> {
  static override readonly kind: string = 'WebhookUrlNotAllowedError';
}

/** 400 `media_unreachable`: The file could not be fetched from its address. Give an address that answers 200 with the file itself, without sign-in and without a redirect to a page. */
export class MediaUnreachableError extends FanfareApiError<'media_unreachable'> {
  static override readonly kind: string = 'MediaUnreachableError';
}

/** 401 `unauthorized`: The API key is missing, malformed, unknown or revoked. Send `Authorization: Bearer <API key>` with a live key of the project. Create one in the dashboard under Settings → API keys, or with `fanfare keys create`. Browsers cannot call the API from a page: keys are for servers, so it sends no CORS headers on purpose; call it from a route of your own server. */
export class UnauthorizedError extends FanfareApiError<'unauthorized'> {
  static override readonly kind: string = 'UnauthorizedError';
}

/** 403 `insufficient_scope`: The scope of the API key does not include this call. Use a key with the scope that the message names. Create one in the dashboard under Settings → API keys, or with `fanfare keys create --scope`. */
export class InsufficientScopeError extends FanfareApiError<'insufficient_scope'> {
  static override readonly kind: string = 'InsufficientScopeError';
}

/** 403 `account_limit_reached`: The plan’s cap of connected accounts is reached. Delete an account that is no longer used, or choose a larger plan. */
export class AccountLimitReachedError extends FanfareApiError<'account_limit_reached'> {
  static override readonly kind: string = 'AccountLimitReachedError';
}

/** 403 `webhook_limit_reached`: The project has 20 webhooks, which is as many as it can have. Delete a webhook that is no longer used. */
export class WebhookLimitReachedError extends FanfareApiError<'webhook_limit_reached'> {
  static override readonly kind: string = 'WebhookLimitReachedError';
}

/** 403 `draft_limit_reached`: The project has 200 drafts that are not published, which is as many as it can have. Publish or delete a draft that is no longer needed. */
export class DraftLimitReachedError extends FanfareApiError<'draft_limit_reached'> {
  static override readonly kind: string = 'DraftLimitReachedError';
}

/** 403 `storage_exceeded`: The hosted files of the project would exceed its limit of bytes, files or open uploads. Delete files that are no longer used, or finish uploads that are open. */
export class StorageExceededError extends FanfareApiError<'storage_exceeded'> {
  static override readonly kind: string = 'StorageExceededError';
}

/** 404 `account_not_found`: An account named in the request does not exist in the project. Use ids that `GET /api/v1/accounts` lists for this project. */
export class AccountNotFoundError extends FanfareApiError<'account_not_found'> {
  static override readonly kind: string = 'AccountNotFoundError';
}

/** 404 `not_found`: The address, or the resource it names, does not exist in the project. Check the path and the id. */
export class NotFoundError extends FanfareApiError<'not_found'> {
  static override readonly kind: string = 'NotFoundError';
}

/** 405 `method_not_allowed`: The path exists, but not with this method. Use a method of the `Allow` response header. */
export class MethodNotAllowedError extends FanfareApiError<'method_not_allowed'> {
  static override readonly kind: string = 'MethodNotAllowedError';
}

/** 409 `not_cancellable`: The post is no longer waiting: it was published at once, is being published or has settled. Read the post; what is published is removed on the network itself. */
export class NotCancellableError extends FanfareApiError<'not_cancellable'> {
  static override readonly kind: string = 'NotCancellableError';
}

/** 409 `not_published`: The post has no published target to repost. Wait until a target is published. */
export class NotPublishedError extends FanfareApiError<'not_published'> {
  static override readonly kind: string = 'NotPublishedError';
}

/** 409 `account_not_active`: The account is expired or revoked. Connect it again. */
export class AccountNotActiveError extends FanfareApiError<'account_not_active'> {
  static override readonly kind: string = 'AccountNotActiveError';
}

/** 409 `upload_incomplete`: Bytes of the file are missing. Send them to `uploadUrl`, then complete the file again. */
export class UploadIncompleteError extends FanfareApiError<'upload_incomplete'> {
  static override readonly kind: string = 'UploadIncompleteError';
}

/** 409 `upload_closed`: All bytes of the file are here, or another upload of it is running. Complete the file, or ask for the offset with `HEAD` once the other upload has ended. */
export class UploadClosedError extends FanfareApiError<'upload_closed'> {
  static override readonly kind: string = 'UploadClosedError';
}

/** 409 `media_in_use`: A post that has not settled, or a draft, uses the file. Cancel the post, or wait until it has settled. */
export class MediaInUseError extends FanfareApiError<'media_in_use'> {
  static override readonly kind: string = 'MediaInUseError';
}

/** 409 `draft_conflict`: The draft was changed by somebody else since it was read. Read the draft again, and send your change with its `version`. */
export class DraftConflictError extends FanfareApiError<'draft_conflict'> {
  static override readonly kind: string = 'DraftConflictError';
}

/** 409 `draft_published`: The draft was published and can no longer change. Read the post that `postId` of the draft names, or save a new draft. */
export class DraftPublishedError extends FanfareApiError<'draft_published'> {
  static override readonly kind: string = 'DraftPublishedError';
}

/** 409 `rotation_in_progress`: The webhook has a previous secret that still signs. Wait until `previousSecretExpiresAt`, or end the old secrets at once with `overlapSeconds` 0. */
export class RotationInProgressError extends FanfareApiError<'rotation_in_progress'> {
  static override readonly kind: string = 'RotationInProgressError';
}

/** 409 `webhook_exists`: Another webhook of the project has this address. Change that webhook, whose id is in the message, or use another address. An address gets each event once: one webhook can have every type. */
export class WebhookExistsError extends FanfareApiError<'webhook_exists'> {
  static override readonly kind: string = 'WebhookExistsError';
}

/** 409 `webhook_disabled`: The webhook is disabled and receives nothing. Enable it with `PATCH /api/v1/webhooks/:id` and `enabled` true, then replay. */
export class WebhookDisabledError extends FanfareApiError<'webhook_disabled'> {
  static override readonly kind: string = 'WebhookDisabledError';
}

/** 413 `payload_too_large`: The request body is larger than 2 MiB, or than the 8 MiB of `PUT /api/v1/media`. Send media as URLs, never inside JSON. Announce a large file with `POST /api/v1/media`. */
export class PayloadTooLargeError extends FanfareApiError<'payload_too_large'> {
  static override readonly kind: string = 'PayloadTooLargeError';
}

/** 415 `unsupported_media_type`: The request body is not declared as JSON. Send `Content-Type: application/json`. */
export class UnsupportedMediaTypeError extends FanfareApiError<'unsupported_media_type'> {
  static override readonly kind: string = 'UnsupportedMediaTypeError';
}

/** 429 `quota_exceeded`: The plan stops at its allowance and this request would exceed it; nothing was published. Wait until `resetsAt`, cancel scheduled posts, or choose a plan with overage. */
export class QuotaExceededError extends FanfareApiError<'quota_exceeded'> {
  static override readonly kind: string = 'QuotaExceededError';
}

/** 429 `rate_limited`: The API key has sent too many requests, too many posts are being published at once, or too many requests came from your address without a valid key. Wait the seconds of the `Retry-After` response header. */
export class RateLimitedError extends FanfareApiError<'rate_limited'> {
  static override readonly kind: string = 'RateLimitedError';
}

/** 431 `headers_too_large`: The headers of the request, its address included, are larger than 16 KiB. Send fewer or shorter headers; cookies and tracing headers of a proxy count as well. */
export class HeadersTooLargeError extends FanfareApiError<'headers_too_large'> {
  static override readonly kind: string = 'HeadersTooLargeError';
}

/** 500 `internal_error`: The service failed unexpectedly. Send the same request with the same idempotency key again; report the `requestId` if it persists. */
export class InternalError extends FanfareApiError<'internal_error'> {
  static override readonly kind: string = 'InternalError';
}

/** 502 `hub_unreachable`: The hub did not answer. Check that the hub is online and try again; a connect code may be used up, so generate a new one. */
export class HubUnreachableError extends FanfareApiError<'hub_unreachable'> {
  static override readonly kind: string = 'HubUnreachableError';
}

/** 502 `hub_error`: The hub answered something that cannot be understood. Check the hub and try again. */
export class HubError extends FanfareApiError<'hub_error'> {
  static override readonly kind: string = 'HubError';
}

/** 503 `unavailable`: The service is starting, stopping or without its database. Send the same request with the same idempotency key again after the seconds of `Retry-After`. */
export class UnavailableError extends FanfareApiError<'unavailable'> {
  static override readonly kind: string = 'UnavailableError';
}
