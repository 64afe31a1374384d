/**
 * The errors that calls throw: a class for each code of `docs/errors.md`, and classes for missing
 * answers.
 *
 * Any call can throw `UnauthorizedError`, `RateLimitedError`, `InternalError`, `UnavailableError`,
 * `FanfareConnectionError`, `FanfareTimeoutError` or `UnexpectedAnswerError`, after the SDK has
 * retried where that can help. Each method lists its other errors.
 *
 * @module
 */
export {
  AccountLimitReachedError,
  AccountNotActiveError,
  AccountNotFoundError,
  ConnectCodeInvalidError,
  type ErrorBody,
  type ErrorBodyError,
  type ErrorDetails,
  FanfareApiError,
  FanfareConnectionError,
  FanfareError,
  FanfareTimeoutError,
  type FieldError,
  HeadersTooLargeError,
  HubAuthFailedError,
  HubError,
  HubNotSupportedError,
  HubUnreachableError,
  HubUrlNotAllowedError,
  InsufficientScopeError,
  InternalError,
  InvalidPostError,
  InvalidRequestError,
  MethodNotAllowedError,
  NotCancellableError,
  NotFoundError,
  NotPublishedError,
  PayloadTooLargeError,
  PlatformMismatchError,
  type QuotaDetail,
  QuotaExceededError,
  RateLimitedError,
  type RequestErrorCode,
  RotationInProgressError,
  type RuleViolation,
  SpaceNotFoundError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedAnswerError,
  UnsupportedMediaTypeError,
  WebhookDisabledError,
  WebhookExistsError,
  WebhookLimitReachedError,
  WebhookUrlNotAllowedError,
} from '@fanfare/sdk';
