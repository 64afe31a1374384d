import { graphError } from './meta-session.ts';

// Whole bodies of Instagram's refusals.

export const notFetched = (url: string) =>
  graphError({
    message: 'Only photo or video can be accepted as media type.',
    code: 9004,
    error_subcode: 2207052,
    is_transient: false,
    error_user_title: "Media download has failed. The media URI doesn't meet our requirements.",
    error_user_msg: `The media could not be fetched from this URI: ${url}. Please check the limitations of our content publishing API.`,
  });
export const unknownType = graphError({
  message: 'Invalid parameter',
  code: 100,
  error_subcode: 2207023,
  is_transient: false,
  error_user_title: 'Unknown media type',
  error_user_msg: 'The media type is unknown.',
});
export const captionTooLong = graphError({
  message: 'The caption was too long',
  code: 36004,
  error_subcode: 2207010,
  is_transient: false,
  error_user_title: 'Caption too long',
  error_user_msg: 'The caption was too long. It can hold 2,200 characters, 30 hashtags and 20 @ tags.',
});
export const tooManyMentions = graphError({
  message: 'Invalid parameter',
  code: 100,
  error_subcode: 2207040,
  is_transient: false,
  error_user_title: 'Too many tags',
  error_user_msg: 'Cannot use more than 20 tags per created media.',
});
export const untaggable = (usernames: string) =>
  graphError({
    message: 'Invalid user id',
    code: 110,
    error_subcode: 2207018,
    is_transient: false,
    error_user_title: 'Cannot load user with a private profile or invalid username',
    error_user_msg: `The following user(s) cannot be accessed: ${usernames}`,
  });
export const trialReelQuota = graphError({
  message: 'Application request limit reached',
  code: 9,
  error_subcode: 2207078,
  is_transient: false,
  error_user_title: 'Reached the limit of trial reels',
  error_user_msg: 'You reached the maximum number of trial reels. Try again later.',
});
export const trialReelsUnavailable = graphError({
  message: 'Invalid parameter',
  code: 100,
  error_subcode: 2207081,
  is_transient: false,
  error_user_title: 'Trial reels are unavailable',
  error_user_msg: 'This account does not support trial reels.',
});
export const notEligibleForPartnerships = graphError({
  message:
    "(#10) Creator is not eligible for branded content. Ensure branded content tools are enabled on the creator's account.",
  code: 10,
});
export const wrongCarousel = graphError({
  message: 'Invalid parameter',
  code: 100,
  error_subcode: 2207028,
  is_transient: false,
  error_user_title: 'Carousel validation failed',
  error_user_msg: 'Your post could not be published: a carousel needs between 2 and 10 photos or videos.',
});
export const wrongOffset = (length: string) =>
  graphError({
    message: 'Invalid thumbnail offset',
    code: 1,
    error_subcode: 2207057,
    is_transient: false,
    error_user_title: 'Thumbnail offset out of bounds',
    error_user_msg: `Thumbnail offset must be greater than or equal to 0 and less than video duration, i.e. ${length}`,
  });
export const tooLarge = graphError({
  message: 'The image size is too large.',
  code: 36000,
  error_subcode: 2207004,
  is_transient: false,
  error_user_title: 'Image size too large',
  error_user_msg: 'The image is too large to download. It should be less than 8 MiB.',
});
export const wrongFormat = graphError({
  message: 'The image format is not supported.',
  code: 36001,
  error_subcode: 2207005,
  is_transient: false,
  error_user_title: 'Unsupported image format',
  error_user_msg: 'The image format is not supported. Please use a JPEG image.',
});
const ratioError = (shortest: string) =>
  graphError({
    message: 'The aspect ratio is not supported.',
    code: 36003,
    error_subcode: 2207009,
    is_transient: false,
    error_user_title: 'Unsupported aspect ratio',
    error_user_msg: `The submitted image cannot be published: its aspect ratio must be between ${shortest} and 1.91:1.`,
  });
export const wrongRatio = ratioError('3:4');
export const wrongStrictRatio = ratioError('4:5');
export const wrongVideo = graphError({
  message: 'The video format is not supported.',
  code: 352,
  error_subcode: 2207026,
  is_transient: false,
  error_user_title: 'Unsupported video format',
  error_user_msg: 'The video format is not supported. Please check the specifications of the video.',
});
export const notReady = graphError({
  message: 'Media ID is not available',
  code: 9007,
  error_subcode: 2207027,
  is_transient: false,
  error_user_title: 'Media is not ready',
  error_user_msg: 'The media is not ready for publishing, please wait for a moment.',
});
export const unknownCreation = (id: string) =>
  graphError({
    message: 'The requested resource does not exist',
    code: 24,
    error_subcode: 2207008,
    is_transient: false,
    error_user_title: 'Media not found',
    error_user_msg: `The media builder with creation id = ${id} does not exist or has been expired.`,
  });
export const quotaSpent = graphError({
  message: 'Application request limit reached',
  code: 9,
  error_subcode: 2207042,
  is_transient: false,
  error_user_title: 'Reached the daily limit',
  error_user_msg: 'You reached maximum number of posts that is allowed to be published by Content Publishing API.',
});
export const spamSuspected = graphError({
  message: 'Application request limit reached',
  code: 4,
  error_subcode: 2207051,
  is_transient: false,
  error_user_title: 'Action is blocked',
  error_user_msg: 'We restrict certain activity to protect our community. Tell us if you think we made a mistake.',
});
