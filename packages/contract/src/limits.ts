/** One number of the API and the sentence that explains it. */
export type Limit = { readonly value: number; readonly sentence: string };

/**
 * Every number callers can run into, with the sentence the documentation prints. Schemas read their
 * bounds from here. "Characters" are Unicode code points unless the sentence says otherwise.
 */
export const LIMITS = {
  postContentChars: {
    value: 10_000,
    sentence: 'Content is at most 10,000 characters at the API; each platform has its own, shorter limit.',
  },
  mediaItemsPerPost: { value: 10, sentence: 'A post or target has 0 to 10 media items.' },
  targetsPerPost: { value: 10, sentence: 'A post has 1 to 10 targets.' },
  altTextChars: { value: 1000, sentence: 'An alt text is at most 1,000 characters.' },
  documentTitleChars: { value: 400, sentence: 'A title of a document is 1 to 400 characters.' },
  thumbOffsetMs: {
    value: 2_147_483_647,
    sentence: 'A cover offset is an integer from 0 to 2,147,483,647 milliseconds.',
  },
  idempotencyKeyChars: {
    value: 255,
    sentence:
      'An idempotency key is 1 to 255 characters; in the `Idempotency-Key` header none of them is a control character.',
  },
  profileIdChars: { value: 255, sentence: 'A profile id is 1 to 255 characters.' },
  urlChars: { value: 2048, sentence: 'A URL in a request is at most 2,048 characters.' },
  spaceSlugChars: { value: 255, sentence: 'A space slug is 1 to 255 characters.' },
  spaceQueryChars: { value: 100, sentence: 'A search for spaces is at most 100 characters.' },
  mentionQueryChars: { value: 200, sentence: 'A look-up for mentions is 1 to 200 characters.' },
  hubApiKeyChars: { value: 1024, sentence: 'A hub API key is 1 to 1,024 characters.' },
  hubUsernameChars: { value: 255, sentence: 'A hub user name is 1 to 255 characters.' },
  connectCodeChars: { value: 255, sentence: 'A connect code is 1 to 255 characters.' },
  mediaFilenameChars: { value: 255, sentence: 'The name of a hosted file is 1 to 255 characters.' },
  mediaFileBytes: {
    value: 1024 * 1024 * 1024,
    sentence: 'A hosted file is at most 1 GiB (1,073,741,824 bytes); each platform has its own, lower limits.',
  },
  mediaPutBytes: {
    value: 8 * 1024 * 1024,
    sentence: '`PUT /api/v1/media` takes a file of at most 8 MiB (8,388,608 bytes).',
  },
  mediaUploadSeconds: { value: 3_600, sentence: 'The bytes of a hosted file may come for 3,600 seconds (one hour).' },
  mediaUnusedHours: { value: 48, sentence: 'A hosted file that no post uses is deleted 48 hours after its creation.' },
  mediaKeptDays: {
    value: 30,
    sentence: 'A hosted file is deleted 30 days after the last post that uses it has settled.',
  },
  openUploadsPerProject: { value: 1_000, sentence: 'A project has at most 1,000 files whose bytes have not come.' },
  draftsPerProject: { value: 200, sentence: 'A project has at most 200 drafts that are not published.' },
  draftBytes: { value: 262_144, sentence: 'The request of a draft is at most 256 KiB (262,144 bytes) as JSON.' },
  draftNoteChars: { value: 1_000, sentence: 'The note of a draft is at most 1,000 characters.' },
  draftKeptDays: { value: 30, sentence: 'A draft that was published is deleted 30 days after its last change.' },
  platformPostIdChars: { value: 255, sentence: "A network's own post id is 1 to 255 characters." },
  cursorChars: { value: 512, sentence: 'A cursor is 1 to 512 characters; use it exactly as it was given.' },
  repostAccounts: { value: 10, sentence: 'A repost names 1 to 10 accounts.' },
  listDefault: { value: 25, sentence: 'A list page has 25 entries unless `limit` says otherwise.' },
  listMax: { value: 100, sentence: 'A list page has at most 100 entries.' },
  listOffset: { value: 1_000_000, sentence: 'An offset is at most 1,000,000; use a cursor to page deeper.' },
  requestHeaderBytes: {
    value: 16 * 1024,
    sentence: 'The headers of a request, its address included, are at most 16 KiB (16,384 bytes).',
  },
  requestBodyBytes: { value: 2 * 1024 * 1024, sentence: 'A JSON body is at most 2 MiB (2,097,152 bytes).' },
  requestBodyValues: {
    value: 1_000,
    sentence: 'A request body has at most 1,000 values: texts, numbers, lists and objects.',
  },
  requestBodyLevels: { value: 20, sentence: 'Lists and objects of a request body are at most 20 levels deep.' },
  requestIdChars: {
    value: 64,
    sentence: 'A caller’s `X-Request-Id` is kept when it has 1 to 64 letters, digits, underscores or hyphens.',
  },
  errorDetailChars: { value: 500, sentence: 'Each text of an `errorDetail` is at most 500 characters.' },
  errorDetails: {
    value: 100,
    sentence: 'An error lists at most 100 problems in `details`; its message counts them all.',
  },
  publishAtToleranceMs: {
    value: 60_000,
    sentence: '`publishAt` must lie in the future, with 60 seconds of tolerance.',
  },
  schedulerIntervalMs: { value: 60_000, sentence: 'The scheduler runs every minute (60,000 ms).' },
  authUrlLifetimeMs: {
    value: 600_000,
    sentence: 'An authorize URL is valid for 10 minutes (600,000 ms) and usable once.',
  },
  videoProcessingWaitMs: {
    value: 240_000,
    sentence: 'The service waits about four minutes (240,000 ms) per video for the network’s processing.',
  },
  firstCommentWaitMs: {
    value: 120_000,
    sentence:
      'A first comment gets about two minutes (120,000 ms) once its post is out; its target is `pending` until then.',
  },
  requestsPerMinute: {
    value: 600,
    sentence: 'A key may send 600 requests a minute unless the operator configured otherwise.',
  },
  projectRequestsPerMinute: {
    value: 6_000,
    sentence:
      'The keys of a project together may send ten times as many requests a minute as one key: 6,000 unless the operator configured otherwise.',
  },
  requestUnitBytes: {
    value: 65_536,
    sentence:
      'A request with a JSON body counts as one request per started 64 KiB (65,536 bytes) of it in these two limits, never as more than 32 or than a whole minute’s.',
  },
  publishesPerMinute: {
    value: 60,
    sentence: 'A key may publish 60 posts a minute unless the operator configured otherwise.',
  },
  refusedKeysPerMinute: {
    value: 300,
    sentence:
      'From one client address 300 requests a minute may come without a valid key unless the operator configured otherwise; further ones answer 429, and those with a valid key are not affected.',
  },
  webhooksPerProject: { value: 20, sentence: 'A project has at most 20 webhooks.' },
  webhookDescriptionChars: { value: 500, sentence: 'The description of a webhook is at most 500 characters.' },
  webhookFilterEntries: { value: 40, sentence: 'A webhook names at most 40 event types and at most 40 platforms.' },
  webhookTimeoutMs: {
    value: 15_000,
    sentence: 'A webhook has 15 seconds to answer, headers and body together.',
  },
  webhookAttempts: { value: 10, sentence: 'A delivery is attempted at most 10 times, over about three days.' },
  webhookRetryAfterSeconds: {
    value: 86_400,
    sentence: 'A `Retry-After` of a webhook’s answer counts up to 86,400 seconds (24 hours).',
  },
  webhookInFlight: { value: 4, sentence: 'A webhook gets at most 4 deliveries at the same time.' },
  webhookFailingHours: {
    value: 1,
    sentence: 'A webhook keeps failing when its attempts have done nothing but fail for 1 hour.',
  },
  webhookFailingAttempts: { value: 4, sentence: 'A webhook keeps failing after at least 4 failed attempts.' },
  webhookFailingDays: {
    value: 5,
    sentence: 'A webhook is disabled after 5 days with nothing but failed attempts.',
  },
  webhookDisablingAttempts: {
    value: 10,
    sentence: 'A webhook is disabled after at least 10 failed attempts in these days.',
  },
  webhookResponseBytes: { value: 1024, sentence: 'An attempt keeps the first 1,024 bytes of the answer.' },
  webhookOverlapSeconds: {
    value: 86_400,
    sentence: 'After a rotation the previous secret signs as well for 0 to 86,400 seconds (24 hours, the default).',
  },
  webhookToleranceSeconds: {
    value: 300,
    sentence: 'A receiver accepts a `webhook-timestamp` that is at most 300 seconds (5 minutes) away from its clock.',
  },
  replayEvents: { value: 25, sentence: 'A replay names 1 to 25 events, or a range of time.' },
  replayDeliveries: {
    value: 10_000,
    sentence: 'A replay of a range takes its oldest 10,000 deliveries; repeat it for the rest.',
  },
  replaysPerMinute: { value: 10, sentence: 'A key may replay 10 times a minute.' },
  webhookTestsPerMinute: { value: 30, sentence: 'A key may test webhooks 30 times a minute.' },
  eventDays: { value: 30, sentence: 'Events and their deliveries are kept for 30 days.' },
  eventBodyBytes: { value: 20_000, sentence: 'The body of an event is smaller than 20,000 bytes.' },
  unitsPerNetworkWrite: {
    value: 1,
    sentence: 'A network write costs 1 unit: a published target, a posted first comment or a repost.',
  },
  unitsPerLinkPostOnX: { value: 65, sentence: 'Publishing an `x` post whose text holds a link costs 65 units.' },
  xWeightedLength: {
    value: 280,
    sentence: '`x` text is at most 280 by X’s weighted length, and 25,000 on accounts with X Premium.',
  },
  linkedinTextChars: { value: 3000, sentence: '`linkedin` text is at most 3,000 characters (UTF-16 code units).' },
  linkedinImages: {
    value: 10,
    sentence: '`linkedin` takes up to 10 images as one multi-image post, or a single video.',
  },
  hubImages: { value: 10, sentence: 'A hub takes a single image or a carousel of 2 to 10 images.' },
  carouselMinItems: {
    value: 2,
    sentence: 'On `instagram` and `threads`, two or more items publish as one carousel in array order.',
  },
  instagramCoverBytes: {
    value: 8 * 1024 * 1024,
    sentence: 'An `instagram` cover image is a JPEG of at most 8 MB, sRGB, 9:16; other shapes are cropped.',
  },
} as const satisfies Record<string, Limit>;
