// Written by `pnpm golden` from the contract's list of error codes.

import * as classes from './error-classes.gen.ts';

/** The class of every code. */
export const ERROR_CLASSES = {
  invalid_request: classes.InvalidRequestError,
  platform_mismatch: classes.PlatformMismatchError,
  invalid_post: classes.InvalidPostError,
  hub_url_not_allowed: classes.HubUrlNotAllowedError,
  hub_auth_failed: classes.HubAuthFailedError,
  connect_code_invalid: classes.ConnectCodeInvalidError,
  space_not_found: classes.SpaceNotFoundError,
  hub_not_supported: classes.HubNotSupportedError,
  webhook_url_not_allowed: classes.WebhookUrlNotAllowedError,
  unauthorized: classes.UnauthorizedError,
  insufficient_scope: classes.InsufficientScopeError,
  account_limit_reached: classes.AccountLimitReachedError,
  webhook_limit_reached: classes.WebhookLimitReachedError,
  account_not_found: classes.AccountNotFoundError,
  not_found: classes.NotFoundError,
  method_not_allowed: classes.MethodNotAllowedError,
  not_cancellable: classes.NotCancellableError,
  not_published: classes.NotPublishedError,
  account_not_active: classes.AccountNotActiveError,
  rotation_in_progress: classes.RotationInProgressError,
  webhook_exists: classes.WebhookExistsError,
  webhook_disabled: classes.WebhookDisabledError,
  payload_too_large: classes.PayloadTooLargeError,
  unsupported_media_type: classes.UnsupportedMediaTypeError,
  quota_exceeded: classes.QuotaExceededError,
  rate_limited: classes.RateLimitedError,
  headers_too_large: classes.HeadersTooLargeError,
  internal_error: classes.InternalError,
  hub_unreachable: classes.HubUnreachableError,
  hub_error: classes.HubError,
  unavailable: classes.UnavailableError,
};
