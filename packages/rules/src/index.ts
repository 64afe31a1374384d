export { accountLimitReached, allowsAccount, takesPlace } from './account-cap.ts';
export {
  type AccountEvent,
  canPublish,
  countsAgainstCap,
  inactiveMessage,
  nextAccountStatus,
} from './account-state.ts';
export {
  type AdmissionAccount,
  type AdmissionContext,
  type JudgedPost,
  type JudgedTarget,
  type Judgement,
  judgePost,
  type PostRequest,
  requireValid,
} from './admission.ts';
export { answerCreate, type CreatedPost } from './answer-create.ts';
export { answerValidate } from './answer-validate.ts';
export {
  API_KEY_PATTERN,
  API_KEY_SECRET_LENGTH,
  apiKeyOf,
  BASE62,
  type KeyPrefix,
  looksLikeApiKey,
  toBase62,
} from './api-key.ts';
export { bearerKey, UNAUTHORIZED } from './authentication.ts';
export { CELL_PATTERN, cellOf, withCell, withoutCell } from './cell.ts';
export { brokenDraft, checkDraft } from './check-draft.ts';
export { checkFiles } from './check-files.ts';
export { chooseTargets, nameTargets } from './choose-targets.ts';
export { toCommentError } from './comment-error.ts';
export { confirmPage, connectedPage, failedPage, notPressedHerePage, type ShownNetwork } from './connect-pages.ts';
export { backLink, isCancel, nameHtml } from './connect-parts.ts';
export { type ConnectResult, connectRedirect } from './connect-redirect.ts';
export {
  type Author,
  type ContentRule,
  type ContentRules,
  checkContent,
  type PlatformLimits,
  takesComment,
  type Violation,
  type Warning,
} from './content-rules.ts';
export { fitInto, MOST_CONVERTED_PIXELS } from './convert-image.ts';
export { REPOST_UNITS, type TargetCost, targetCost, unitsOf } from './cost.ts';
export { decideCancel } from './decide-cancel.ts';
export { readDeliveriesStart, toDeliveryPage } from './delivery-page.ts';
export { describePlatform } from './describe-platform.ts';
export { askedOptions, type Draft, toDraft, toRequested } from './draft.ts';
export { countMedia, hasBlankComment, isEmpty, isMixed } from './draft-facts.ts';
export { DRAFT_REFUSALS } from './draft-refusals.ts';
export { errorBody } from './error-body.ts';
export type {
  EventAccountFacts,
  EventFacts,
  EventFollowUpFacts,
  EventPostFacts,
  EventRepostFacts,
  EventTargetFacts,
} from './event-facts.ts';
export {
  type EventsStart,
  eventCursor,
  readEventsStart,
  STREAM_HEARTBEAT,
  streamMessage,
  streamOpening,
  toEventPage,
} from './event-page.ts';
export { type FileForm, type ImageForm, INDEX_FIRST, nameOfForm } from './file-form.ts';
export { DOCUMENT, documentRange, IMAGE, imageRange, VIDEO, videoRange } from './file-ranges.ts';
export {
  AAC,
  encode,
  type FileRule,
  H264,
  HEVC,
  imageRule,
  indexFirst,
  oneOfCodecs,
  oneOfTypes,
  soundFile,
  videoRule,
} from './file-rules.ts';
export { firstLink } from './first-link.ts';
export { COMMENT_UNITS, type FollowUp, type FollowUpKind, followUpsOf, placeOf } from './follow-ups.ts';
export { hasVersion } from './has-version.ts';
export { headerText } from './header-text.ts';
export {
  type HostedFile,
  judgeUpload,
  showMediaFile,
  toEventMedia,
} from './hosted-file.ts';
export { hubUserId, isSameHost, judgeHubAddress, plainHubUrl } from './hub-address.ts';
export { HUB_REFUSALS } from './hub-refusals.ts';
export { canonicalJson, chooseIdempotencyKey, readIdempotencyHeader, requestText } from './idempotency.ts';
export { invalidRequest } from './invalid-request.ts';
export { isBoundedJson } from './is-bounded-json.ts';
export {
  type AttemptJudgement,
  type AttemptResult,
  isFailing,
  judgeAttempt,
  keepsFailing,
  shownResponse,
} from './judge-attempt.ts';
export {
  type Conversion,
  type ConvertedUse,
  hostedConversion,
  type JudgedFiles,
  judgeFiles,
  NOT_CONVERTED,
} from './judge-files.ts';
export {
  type AskedOptions,
  type JudgedOptions,
  judgeOptions,
  type OptionSchemas,
  optionRules,
} from './judge-options.ts';
export { judgeRepost } from './judge-repost.ts';
export { judgeUnpublish, postsToDelete } from './judge-unpublish.ts';
export { decideRotation, judgeWebhookUrl } from './judge-webhook.ts';
export { isKeyScope, judgeScope } from './key-scope.ts';
export { linksInText } from './links-in-text.ts';
export { MEDIA_REFUSALS, refuseStorage, type Stored } from './media-refusals.ts';
export { noMentionLookUp } from './mentions.ts';
export type { PostNames } from './name-post.ts';
export { noEffect } from './no-effect.ts';
export { noSuch } from './no-such.ts';
export { type HtmlPage, type PageFrame, pageHtml } from './page-html.ts';
export {
  CONNECT_FORM_BYTES,
  escapeHtml,
  formTargets,
  isSameOrigin,
  pagePolicy,
  type RequestSource,
} from './page-security.ts';
export { isPlanName, PLANS, type Plan, type PlanName, planOf } from './plans.ts';
export { settledPostEvent, targetEvents } from './post-events.ts';
export { readPageStart, toPostPage } from './post-page.ts';
export { isPrivateHost, isPrivateUrl } from './private-host.ts';
export { problemsOf } from './problems-of.ts';
export {
  fitsQuota,
  type QuotaCounter,
  type QuotaPeriod,
  quotaPeriodOf,
  refuseOverQuota,
  remainingUnits,
} from './quota.ts';
export { judgeRate, projectLimitOf, type RateCount, type RateLimit, requestUnits } from './rate-limit.ts';
export { type Decision, type Refusal, type Refused, refuse, refuseAll, refuseField, summarise } from './refusal.ts';
export { renderEvent } from './render-event.ts';
export { BODY_REFUSALS, isBoundedBody, isUtf8, METHODS_WITH_BODY } from './request-body.ts';
export { HEADERS_TOO_LARGE } from './request-headers.ts';
export { isRequestId } from './request-id.ts';
export {
  type HostedFiles,
  mediaAddressesOf,
  NO_HOSTED_FILES,
  REQUEST_RULES,
  type UsableFile,
} from './request-rules.ts';
export { type Endpoint, methodNotAllowed, NOTHING_HERE, noSuchRoute, PAGES, pathPattern } from './routing.ts';
export type { RowPosition } from './row-cursor.ts';
export { draftPages, mediaPages } from './row-pages.ts';
export { atMost, noDocuments, refuseWhen } from './rule-forms.ts';
export { safeFilename } from './safe-filename.ts';
export { NO_FILE, ROBOTS, servedHeaders } from './served-file.ts';
export { judgeSessionRequest, type SessionProblem, type SessionRequest } from './session-request.ts';
export { showPost, showTarget, type TargetFacts } from './show-post.ts';
export { signWebhook, webhookHeaders } from './sign-webhook.ts';
export { searchSpaces, sortSpaces, toSpaceList } from './space-page.ts';
export { summariseUsage } from './summarise-usage.ts';
export {
  awaitsComment,
  type FinalTargetStatus,
  followUpStatus,
  initialCommentStatus,
  SKIPPED,
  type StoredFollowUp,
  type StoredTargetState,
  settleTarget,
  targetStatus,
} from './target-state.ts';
export { nameByType, UNNAMED_FILE } from './unnamed-file.ts';
export {
  beforeUpload,
  judgeSmallFile,
  judgeUploadHead,
  judgeUploadStart,
  UPLOAD_HEADERS,
  UPLOAD_REFUSALS,
  type UploadRequest,
} from './upload-rules.ts';
export { affectedAccounts, isAboutWebhook, wantsEvent } from './wants-event.ts';
export { isWebPort, portOf } from './web-port.ts';
export { webhookAt } from './webhook-at.ts';
export { WEBHOOK_REFUSALS } from './webhook-refusals.ts';
export { nextAttemptAt, pauseOfWebhook, readRetryAfter } from './webhook-retries.ts';
export { WEBHOOK_SECRET_BYTES, webhookSecret } from './webhook-secret.ts';
