export * from './accounts.ts';
export { BytesSchema } from './bytes-body.ts';
export * from './connect.ts';
export { type Contract, contract, type RouteInput } from './contract.ts';
export { contractFor, type NetworkWords } from './contract-for.ts';
export { cutToSchema } from './cut-to-schema.ts';
export * from './drafts.ts';
export { errorExample } from './error-examples.ts';
export * from './errors.ts';
export { eventExample } from './event-examples.ts';
export * from './event-parts.ts';
export {
  EVENT_TYPES,
  EVENTS,
  type EventType,
  STORED_EVENT_TYPES,
  type StoredEventType,
} from './event-types.ts';
export * from './events.ts';
export type { Example } from './example.ts';
export * from './headers.ts';
export * from './hub-type.ts';
export { KEY_SCOPES, type KeyScope } from './key-scope.ts';
export { LIMITS, type Limit } from './limits.ts';
export * from './list-events-query.ts';
export * from './media.ts';
export * from './media-files.ts';
export * from './mentions.ts';
export * from './metrics.ts';
export { nameInstance } from './name-instance.ts';
export { nearestName } from './nearest-name.ts';
export * from './options/captions.ts';
export * from './options/first-comments.ts';
export * from './options/instagram-options.ts';
export * from './options/linkedin-options.ts';
export * from './options/micropub-options.ts';
export * from './options/poll.ts';
export * from './options/reply-control.ts';
export {
  LINK_MODES,
  type LinkMode,
  TARGET_OPTIONS,
  type TargetOptionName,
  type TargetOptions,
} from './options/target-options.ts';
export * from './options/thread.ts';
export * from './options/threads-options.ts';
export * from './options/wordpress-options.ts';
export * from './options/x-options.ts';
export * from './platform.ts';
export * from './platforms.ts';
export * from './posts.ts';
export { queryBoolean, queryInteger } from './query.ts';
export * from './reposts.ts';
export { formatPath, toFieldErrors } from './request-details.ts';
export { NoFieldsSchema, NoQuerySchema, neverNull, type RequestObject, requestObject } from './request-object.ts';
export {
  RESPONSE_HEADERS,
  type ResponseHeader,
  type ResponseHeaderName,
  responseHeadersOf,
} from './response-headers.ts';
export type { RouteName } from './route-names.ts';
export { COMMON_CODES } from './routes/answering.ts';
export { notesOf } from './routes/notes.ts';
export { type RouteNotes, TAGS, type Tag } from './routes/route-notes.ts';
export { NoBodySchema, type Requirements, type Route, requirementsOf, routeOf, routesOf } from './routes.ts';
export * from './spaces.ts';
export * from './target-warnings.ts';
export {
  COMMENT_STATUSES,
  type CommentStatus,
  CommentStatusSchema,
  type RequestedTarget,
  RequestedTargetSchema,
  TARGET_STATUSES,
  type Target,
  type TargetRequest,
  TargetRequestSchema,
  TargetSchema,
  type TargetStatus,
  TargetStatusSchema,
} from './targets.ts';
export { codePointLength, text } from './text.ts';
export {
  type ParsedTimestamp,
  parseTimestamp,
  TimestampSchema,
  UtcTimestampSchema,
  utcTimestamp,
} from './timestamp.ts';
export { fieldNames, type RequestPart } from './unknown-fields.ts';
export * from './unpublish.ts';
export { httpUrlProblem, hubUrlProblem, redirectUrlProblem, urlText } from './url.ts';
export * from './usage.ts';
export * from './validate.ts';
export * from './webhook-deliveries.ts';
export * from './webhooks.ts';
