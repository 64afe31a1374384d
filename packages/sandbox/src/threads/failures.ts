import { type GraphFailure, invalidParameter } from '../meta/graph/graph-answer.ts';

/** The container is not visible yet, or missing (fbsamples/threads_api issue 70, 2026-10). */
export function mediaNotFound(id: string): GraphFailure {
  return {
    code: 24,
    subcode: 4279009,
    message: 'The requested resource does not exist',
    title: 'Media Not Found',
    userMessage: `The media with id ${id} cannot be found.`,
  };
}

/** Body as reported live (checked 2026-10); "expired" in it has nothing to do with tokens. */
export function invalidChildren(ids: readonly string[]): GraphFailure {
  return {
    code: 100,
    subcode: 4279004,
    message: 'Invalid parameter',
    title: 'Invalid Carousel Children',
    userMessage: `The children with IDs ${ids.join(', ')} are invalid, nonexistent, or expired.`,
  };
}

/** A mistake of the caller that is answered with HTTP 500 (reported live, checked 2026-10). */
export const textTooLong: GraphFailure = {
  status: 500,
  code: 100,
  type: 'THApiException',
  message: 'Param text must be at most 500 characters long.',
};

/** Name: Meta, Threads changelog of 2025-12-22. */
export const tooManyLinks: GraphFailure = { code: 100, message: 'THREADS_API__LINK_LIMIT_EXCEEDED' };

/** Threads uses code 1 for 9004 (gitroomhq/postiz-app issue 1364, checked 2026-10). */
export function mediaNotFetched(url: string): GraphFailure {
  return {
    code: 1,
    subcode: 2207052,
    message: 'An unknown error has occurred.',
    title: 'Media download has failed',
    userMessage: `The media could not be fetched from this URI: ${url}`,
  };
}

/** Instagram's code of a slow host; no report of one on Threads was found (2026-11). */
export const mediaTooSlow: GraphFailure = {
  code: -2,
  subcode: 2207003,
  message: 'Timeout',
  title: 'Timeout downloading media',
  userMessage: 'It takes too long to download the media.',
};

/** The subcode is known, its code is not; 25 is that of Instagram. */
export const accountRestricted: GraphFailure = {
  code: 25,
  subcode: 4279013,
  message: 'The account is restricted.',
  title: 'Account Restricted',
  userMessage: 'Your account is restricted from posting. Open the Threads app to find out more.',
};

export const invalidLinkAttachment: GraphFailure = {
  code: -1,
  subcode: 4279047,
  message: 'Fatal',
  title: 'Invalid Link Attachment',
  userMessage: 'The link attachment is not a valid URL.',
};

/** Neither code nor message is documented. */
export const publishingQuota: GraphFailure = {
  code: 9,
  message: 'Application request limit reached: the publishing limit of the last 24 hours is used up',
};

/** Names of two refusals of geo-gated posts; code and status are not documented. */
export const invalidCountries: GraphFailure = { code: 100, message: 'THREADS_API__GEO_GATING_INVALID_COUNTRY_CODES' };

export const featureNotAvailable: GraphFailure = { code: 100, message: 'THREADS_API__FEATURE_NOT_AVAILABLE' };

export function notOneOf(name: string, values: readonly string[]): GraphFailure {
  return invalidParameter(`Param ${name} must be one of {${values.join(', ')}}`);
}
