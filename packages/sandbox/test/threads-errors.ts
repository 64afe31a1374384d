import { graphError } from './meta-session.ts';

// Whole bodies of Threads' refusals.

export const notFetched = (url: string) =>
  graphError({
    message: 'An unknown error has occurred.',
    code: 1,
    error_subcode: 2207052,
    is_transient: false,
    error_user_title: 'Media download has failed',
    error_user_msg: `The media could not be fetched from this URI: ${url}`,
  });
export const invalidChildren = (ids: readonly string[]) =>
  graphError({
    message: 'Invalid parameter',
    code: 100,
    error_subcode: 4279004,
    is_transient: false,
    error_user_title: 'Invalid Carousel Children',
    error_user_msg: `The children with IDs ${ids.join(', ')} are invalid, nonexistent, or expired.`,
  });
export const textTooLong = graphError({
  message: 'Param text must be at most 500 characters long.',
  type: 'THApiException',
  code: 100,
});
export const tooManyLinks = graphError({ message: 'THREADS_API__LINK_LIMIT_EXCEEDED', code: 100 });
export const notFound = (id: string) =>
  graphError({
    message: 'The requested resource does not exist',
    code: 24,
    error_subcode: 4279009,
    is_transient: false,
    error_user_title: 'Media Not Found',
    error_user_msg: `The media with id ${id} cannot be found.`,
  });
export const quotaSpent = graphError({
  message: 'Application request limit reached: the publishing limit of the last 24 hours is used up',
  code: 9,
});
