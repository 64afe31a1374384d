/** Types for sentences of openapi.yaml that types can express. */

/** Objects that repeat every field of another one, and the name of what they add. */
export const EXTENDED: Readonly<Record<string, { base: string; rest: string }>> = {
  TargetMetrics: { base: 'Target', rest: 'TargetCounts' },
};

/** Requests with exactly one of several sets of fields, in the order of `oneOf`. */
export const ALTERNATIVES: Readonly<Record<string, readonly string[]>> = {
  ConnectHubRequest: ['ConnectHubByKey', 'ConnectHubByCode'],
  CreateRepostRequest: ['RepostByUrl', 'RepostById'],
  ReplayRequest: ['ReplayOfEvents', 'ReplayOfTime'],
};

/** Schemas of requests: their lists may be readonly, and a moment may be given as a `Date`. */
export const isRequest = (name: string): boolean => /Request$|^MediaItem$|Params$/.test(name);

/** Fields that mean more with the SDK than without. */
export const DESCRIBED: Readonly<Record<string, string>> = {
  'CreatePostRequest.idempotencyKey':
    'Key that makes a repeated request return the original post, 1 to 255 characters. The SDK makes one when there is none, and keeps it over its own retries; give your own (such as the id of a job) to be safe over restarts of your program, too.',
  'CreatePostRequest.publishAt':
    'When to publish, a `Date` or ISO 8601 with an explicit offset, in the future (60 seconds of tolerance); without it the post is published at once.',
  'ListPostsParams.createdAfter':
    'Only posts recorded after this moment, a `Date` or ISO 8601 with an explicit offset.',
  'ListPostsParams.createdBefore':
    'Only posts recorded before this moment, a `Date` or ISO 8601 with an explicit offset.',
  'ListPostsParams.publishAfter':
    'Only scheduled posts due after this moment, a `Date` or ISO 8601 with an explicit offset; posts without `publishAt` are missing.',
  'ListPostsParams.publishBefore':
    'Only scheduled posts due before this moment, a `Date` or ISO 8601 with an explicit offset; posts without `publishAt` are missing.',
  'ReplayOfTime.since': 'Deliveries of events from this moment on, a `Date` or ISO 8601 with an explicit offset.',
  'ReplayOfTime.until':
    'Up to this moment, which is not included, a `Date` or ISO 8601 with an explicit offset; now by default.',
};
