/** The client of Fanfare: one call publishes to several social accounts, and never twice. */
export type { Accounts } from './accounts.ts';
export type { AnswerPromise } from './answer-promise.ts';
export { type ConnectFailed, type ConnectOutcome, type ConnectSucceeded, connect } from './connect.ts';
export type { CreateDraftOptions, DraftChange, Drafts, NewDraft, PostInPart } from './drafts.ts';
export * from './error-classes.gen.ts';
export {
  type ErrorDetails,
  FanfareApiError,
  FanfareConnectionError,
  FanfareError,
  FanfareTimeoutError,
  UnexpectedAnswerError,
} from './errors.ts';
export type { Events, StreamOptions } from './events.ts';
export { type FailedTargetsOptions, type FailedTargetsRequest, failedTargets } from './failed-targets.ts';
export { Fanfare } from './fanfare.ts';
export type { FileSource } from './file-source.ts';
export type { ListPromise } from './list-promise.ts';
export type { CreateMediaOptions, Media, UploadOptions } from './media.ts';
export type { FanfareLogger, FanfareOptions, LogFacts, RequestOptions } from './options.ts';
export type { PlanUsage } from './plan-usage.ts';
export type { Platforms } from './platforms.ts';
export type { FileItem, PostWithFiles, TargetWithFiles } from './post-files.ts';
export type { CreatingPost, Posts } from './posts.ts';
export type { RawRequestOptions } from './raw-request.ts';
export type { Reposts } from './reposts.ts';
export type { UploadProgress } from './send-file.ts';
export type { Answer } from './transport.ts';
export type * from './types.gen.ts';
export { VERSION } from './version.gen.ts';
export type { WaitOptions } from './wait-until-settled.ts';
export type { Webhooks } from './webhook-endpoints.ts';
