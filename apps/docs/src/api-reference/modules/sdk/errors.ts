/**
 * What calls throw: a class for each code of `docs/errors.md`, and classes for answers that never came.
 *
 * Any call may end with `UnauthorizedError`, `RateLimitedError`, `InternalError`, `UnavailableError`, `FanfareConnectionError`, `FanfareTimeoutError` or
 * `UnexpectedAnswerError`, after the SDK has tried again where that can help. What else a method throws stands with it.
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
  HubAuthFailedError,
  HubError,
  HubNotSupportedError,
  HubUnreachableError,
  HubUrlNotAllowedError,
  InternalError,
  InvalidPostError,
  InvalidRequestError,
  MethodNotAllowedError,
  NotCancellableError,
  NotFoundError,
  NotImplementedError,
  NotPublishedError,
  PayloadTooLargeError,
  PlatformMismatchError,
  type QuotaDetail,
  QuotaExceededError,
  RateLimitedError,
  type RequestErrorCode,
  type RuleViolation,
  SpaceNotFoundError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedAnswerError,
  UnsupportedMediaTypeError,
} from '@fanfare/sdk';
