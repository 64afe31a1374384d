export * from './account-call.ts';
export * from './adapter.ts';
export { type ApiVersion, type ApiVersions, createApiVersions, type VersionStep } from './api-versions.ts';
export { bearer } from './bearer.ts';
export { chooseVersions } from './choose-versions.ts';
export { type CallLine, createHttp } from './create-http.ts';
export { createMediaSource } from './create-media-source.ts';
export { createDiskBudget, type DiskBudget } from './disk-budget.ts';
export { type Egress, isExempt, readAddress } from './egress/egress.ts';
export type { AnswerMatch, ErrorRow, ErrorTable, Refusal } from './error-row.ts';
export { findOnce } from './find-once.ts';
export type { Answer, Effect, Http, OutgoingBody, OutgoingCall } from './http.ts';
export { httpErrorRows, rowsOn } from './http-error-rows.ts';
export { MEDIA_LIMITS, type MediaLimits } from './media-limits.ts';
export {
  CAPTION_CONTENT_TYPES,
  type CopyRequest,
  type HostedCopy,
  type HostedMedia,
  MEDIA_CONTENT_TYPES,
  type MediaContentType,
  type MediaFile,
  type MediaRequest,
  type MediaSource,
  type OpenHosted,
} from './media-source.ts';
export type { Network } from './network.ts';
export { NetworkError, type NetworkErrorFacts, type Outcome } from './network-error.ts';
export { authorizeUrl, newPkceVerifier, pkceChallenge, readDenial, readTokenAnswer } from './oauth2.ts';
export { isOk, okOrThrow } from './ok-or-throw.ts';
export { openCaptions } from './open-captions.ts';
export { isOwnMistake } from './own-mistake.ts';
export { parseJson } from './parse-json.ts';
export type { PageFacts } from './parse-page.ts';
export { createPartBuffers } from './part-buffers.ts';
export { createReceiverClient, type PostToReceiver, type ReceiverAnswer } from './post-to-receiver.ts';
export { createMediaProbe, type ProbedMedia, ProbeFailed } from './probe-media.ts';
export * from './public-write.ts';
export { readAgain } from './read-again.ts';
export { readAnswer, unclearAnswer, unreadableAnswer } from './read-answer.ts';
export { createPageReader, PAGE_LIMITS, type PageAnswer, type ReadPage } from './read-page.ts';
export { readTags } from './read-tags.ts';
export { redact } from './redact.ts';
export { repeatSoon } from './repeat-soon.ts';
export { callOAuth, cannotRefresh, requestToken } from './request-token.ts';
export { requireScopes, scopesMissing } from './require-scopes.ts';
export { answeredAt, retryAfterMs } from './retry-after.ts';
export { Secret } from './secret.ts';
export { openSpool, removeLeftSpools, type Spool } from './spool.ts';
export { storableId, storableText, storableUrl } from './storable.ts';
export { storableAdapter } from './storable-adapter.ts';
export {
  errorRowOf,
  findErrorRow,
  limitResetMs,
  type RefusedCall,
  toNetworkError,
  waitMsOf,
} from './to-network-error.ts';
export { trustedAgent } from './trusted-agent.ts';
export { type EndingVersion, versionsEnding } from './versions-ending.ts';
export { mayLookAgain, PROCESSING_LIMIT_MS, waitUntil } from './wait.ts';
