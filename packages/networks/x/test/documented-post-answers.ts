import { type DocumentedAnswer, invalid, problem, typed, versionOneError } from './documented-answer.ts';

/** Refusals of a post itself. */
export const POST_ANSWERS: readonly DocumentedAnswer[] = [
  {
    on: 'post',
    status: 403,
    body: problem(403, 'You are not allowed to create a Tweet with duplicate content.', 'about:blank', 'Forbidden'),
    row: 'duplicate',
    code: 'duplicate_content',
  },
  {
    on: 'post',
    status: 403,
    body: versionOneError(187, 'Status is a duplicate.'),
    row: 'duplicate',
    code: 'duplicate_content',
  },
  {
    on: 'post',
    status: 403,
    body: problem(403, 'You are not permitted to perform this action.', 'about:blank', 'Forbidden'),
    row: 'not_permitted',
    code: 'permission_missing',
  },
  {
    on: 'post',
    status: 403,
    body: problem(403, 'Reply to this conversation is not allowed because you have not been mentioned.'),
    row: 'reply_not_allowed',
    code: 'content_rejected',
  },
  {
    on: 'post',
    status: 403,
    body: problem(403, 'Forbidden', 'about:blank', 'Forbidden'),
    row: 'forbidden',
    code: 'permission_missing',
  },
  {
    on: 'post',
    status: 400,
    body: invalid('Your media IDs are invalid.'),
    row: 'media_ids_invalid',
    code: 'media_rejected',
  },
  {
    on: 'post',
    status: 403,
    body: problem(403, 'This user is not allowed to post a video longer than 2 minutes'),
    row: 'video_too_long',
    code: 'media_rejected',
  },
  {
    on: 'post',
    status: 400,
    body: invalid('`media.media_ids` has a maximum of 4 items'),
    row: 'too_many_media',
    code: 'media_rejected',
  },
  {
    on: 'post',
    status: 400,
    body: invalid('The Tweet contains an invalid URL.'),
    row: 'url_invalid',
    code: 'content_rejected',
  },
  {
    on: 'post',
    status: 400,
    body: invalid('A post may have at most one cashtag.'),
    row: 'too_many_cashtags',
    code: 'content_rejected',
  },
  {
    on: 'post',
    status: 400,
    body: invalid('You can only provide one of [poll, media].'),
    row: 'request_malformed',
    code: 'internal_error',
  },
  { on: 'post', status: 403, body: typed('disallowed-resource'), row: 'resource_disallowed', code: 'content_rejected' },
  { on: 'post', status: 404, body: typed('resource-not-found'), row: 'not_found', code: 'content_rejected' },
  {
    on: 'post',
    status: 400,
    body: {
      errors: [
        {
          detail: 'Could not find tweet with ids: [1].',
          type: 'https://api.twitter.com/2/problems/resource-not-found',
        },
      ],
    },
    row: 'not_found',
    code: 'content_rejected',
  },
  { on: 'post', status: 400, body: typed('resource-unavailable'), row: 'not_found', code: 'content_rejected' },
  { on: 'post', status: 409, body: typed('conflict'), row: 'conflict', code: 'content_rejected' },
  {
    on: 'post',
    status: 400,
    body: invalid('$.nonsense: is not defined in the schema'),
    row: 'refused',
    code: 'content_rejected',
  },
];
