import { type GraphFailure, invalidParameter } from '../meta/graph/graph-answer.ts';

// Codes and texts of Meta's table "Instagram Platform, error codes" (page of 2026-06-02, checked
// 2026-10). All of them are HTTP 400.

export const unknownMediaType: GraphFailure = {
  code: 100,
  subcode: 2207023,
  message: 'Invalid parameter',
  title: 'Unknown media type',
  userMessage: 'The media type is unknown.',
};

export const captionTooLong: GraphFailure = {
  code: 36004,
  subcode: 2207010,
  message: 'The caption was too long',
  title: 'Caption too long',
  userMessage: 'The caption was too long. It can hold 2,200 characters, 30 hashtags and 20 @ tags.',
};

export const tooManyMentions: GraphFailure = {
  code: 100,
  subcode: 2207040,
  message: 'Invalid parameter',
  title: 'Too many tags',
  userMessage: 'Cannot use more than 20 tags per created media.',
};

/**
 * A user name that does not exist, is private or begins with `@`. Live answer
 * (gitroomhq/postiz-app pull requests 1876 and 2088, checked 2026-11).
 */
export function untaggable(usernames: readonly string[]): GraphFailure {
  return {
    code: 110,
    subcode: 2207018,
    message: 'Invalid user id',
    title: 'Cannot load user with a private profile or invalid username',
    userMessage: `The following user(s) cannot be accessed: ${usernames.join(', ')}`,
  };
}

// For trial reels only the subcodes are known, from users (gitroomhq/postiz-app, checked 2026-11).
// Codes, texts and that the container is refused are assumed.

export const trialReelQuota: GraphFailure = {
  code: 9,
  subcode: 2207078,
  message: 'Application request limit reached',
  title: 'Reached the limit of trial reels',
  userMessage: 'You reached the maximum number of trial reels. Try again later.',
};

export const trialReelsUnavailable: GraphFailure = {
  code: 100,
  subcode: 2207081,
  message: 'Invalid parameter',
  title: 'Trial reels are unavailable',
  userMessage: 'This account does not support trial reels.',
};

// The label of paid partnerships: messages of Meta's page "Content publishing" (checked 2026-11).
// It names them INSTAGRAM_PLATFORM_API__PERMISSION and INSTAGRAM_PLATFORM_API__INVALID_PARAM, and
// no numbers.

export const notEligibleForPartnerships: GraphFailure = {
  code: 10,
  message:
    "(#10) Creator is not eligible for branded content. Ensure branded content tools are enabled on the creator's account.",
};

/**
 * A Page that has no location. Meta names this exception and no numbers (IG user media, page of
 * 2026-09-11, checked 2026-11).
 */
export const pageWithoutLocation = invalidParameter('INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID');

export const wrongSponsor = invalidParameter(
  'The specified sponsor cannot be tagged. The sponsor must be a professional account and not blocked.',
);

export const tooManySponsors = invalidParameter('Maximum number of sponsors exceeded. Limit is 2 per post.');

export const ownSponsor = invalidParameter('Cannot tag yourself as sponsor.');

export const wrongCarousel: GraphFailure = {
  code: 100,
  subcode: 2207028,
  message: 'Invalid parameter',
  title: 'Carousel validation failed',
  userMessage: 'Your post could not be published: a carousel needs between 2 and 10 photos or videos.',
};

export function wrongThumbOffset(durationMs: number | null): GraphFailure {
  const length = durationMs === null ? '{video-length}' : String(durationMs);
  return {
    code: 1,
    subcode: 2207057,
    message: 'Invalid thumbnail offset',
    title: 'Thumbnail offset out of bounds',
    userMessage: `Thumbnail offset must be greater than or equal to 0 and less than video duration, i.e. ${length}`,
  };
}

/** Live message (gitroomhq/postiz-app pull 1900, checked 2026-10). */
export function mediaNotFetched(url: string): GraphFailure {
  return {
    code: 9004,
    subcode: 2207052,
    message: 'Only photo or video can be accepted as media type.',
    title: "Media download has failed. The media URI doesn't meet our requirements.",
    userMessage: `The media could not be fetched from this URI: ${url}. Please check the limitations of our content publishing API.`,
  };
}

/** Title: gitroomhq/postiz-app issue 2000, checked 2026-11. Code: Meta's table. */
export const mediaTooSlow: GraphFailure = {
  code: -2,
  subcode: 2207003,
  message: 'Timeout',
  title: 'Timeout downloading media',
  userMessage: 'It takes too long to download the media.',
};

/** Codes of a container whose video was not downloaded (gitroomhq/postiz-app, checked 2026-11). */
export const VIDEO_NOT_FETCHED = '2207077';
export const VIDEO_TOO_SLOW = '2207003';

export const videoFormat: GraphFailure = {
  code: 352,
  subcode: 2207026,
  message: 'The video format is not supported.',
  title: 'Unsupported video format',
  userMessage: 'The video format is not supported. Please check the specifications of the video.',
};

/** Live message (exileum/meta-mcp issue 138, checked 2026-10). */
export const notReady: GraphFailure = {
  code: 9007,
  subcode: 2207027,
  message: 'Media ID is not available',
  title: 'Media is not ready',
  userMessage: 'The media is not ready for publishing, please wait for a moment.',
};

export function notYourMedia(id: string): GraphFailure {
  return {
    code: 24,
    subcode: 2207006,
    message: 'The requested resource does not exist',
    title: 'Media not found',
    userMessage: `The media with id ${id} cannot be found.`,
  };
}

export function unknownCreation(id: string): GraphFailure {
  return {
    code: 24,
    subcode: 2207008,
    message: 'The requested resource does not exist',
    title: 'Media not found',
    userMessage: `The media builder with creation id = ${id} does not exist or has been expired.`,
  };
}

export const publishingQuota: GraphFailure = {
  code: 9,
  subcode: 2207042,
  message: 'Application request limit reached',
  title: 'Reached the daily limit',
  userMessage: 'You reached maximum number of posts that is allowed to be published by Content Publishing API.',
};

/** Containers have their own limit, 400 in 24 hours, with the code of posts. */
export const creationQuota: GraphFailure = {
  ...publishingQuota,
  userMessage: 'You reached maximum number of media containers that can be created within 24 hours.',
};

export const accountRestricted: GraphFailure = {
  code: 25,
  subcode: 2207050,
  message: 'The account is restricted.',
  title: 'Restricted account',
  userMessage: 'The Instagram account is restricted.',
};

/** The code of this text is not documented. */
export const notProfessional: GraphFailure = { code: 10, message: '(#10) The user is not an Instagram Business' };

/** Sentences of a container's `status` field. */
export const containerSentences = {
  IN_PROGRESS: 'In progress: Media is still being processed.',
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  PUBLISHED: 'Published: Media has been published.',
  EXPIRED: 'Expired: The container was not published within 24 hours and has expired.',
  ERROR: (subcode: string) => `Error: Media upload has failed with error code ${subcode}`,
} as const;
