import { HUB_ERRORS, type HubErrorRow, keyRefused } from '@fanfare/hub';

const HANDBOOK = 'WordPress REST API, wp-includes/rest-api of 6.1.9, checked 2026-11';
/** A name for a 4xx that is not WordPress's: a page of a firewall, CDN or web server. */
export const FOREIGN_BODY = 'foreign_body';
const KEY_REFUSED = keyRefused('Create a new application password on the hub and connect the account again.');

/**
 * Everything WordPress is known to answer when it refuses a call. Codes decide, not statuses:
 * WordPress says 500 to a file it does not take. A body without a code does not come from
 * WordPress.
 */
export const ERROR_ROWS: readonly HubErrorRow[] = [
  // --- the image ---
  {
    ...HUB_ERRORS.uploadRefused,
    when: [
      {
        codes: ['rest_upload_sideload_error', 'rest_upload_unknown_error', 'rest_upload_image_type_not_supported'],
      },
    ],
    source: HANDBOOK,
  },
  {
    // PHP drops a body above post_max_size, and WordPress then finds none.
    ...HUB_ERRORS.uploadTooLarge,
    when: [
      {
        codes: [
          'rest_upload_no_data',
          'rest_upload_file_too_big',
          'rest_upload_limited_space',
          'rest_upload_user_quota_exceeded',
        ],
      },
      { status: [413] },
    ],
    source: `${HANDBOOK}; PHP manual, post_max_size`,
  },

  // --- a tag ---
  {
    // With 500, as every error without a status.
    name: 'tag_refused',
    when: [{ codes: ['empty_term_name'] }],
    source: 'WordPress, wp_insert_term() in wp-includes/taxonomy.php of 6.1.9, checked 2026-11',
    code: 'content_rejected',
    message: 'The hub does not take one of the tags.',
    remedy: 'Use names of more than white space in wordpress.tags.',
  },

  // --- the key ---
  {
    name: 'key_refused',
    when: [
      {
        codes: [
          'rest_not_logged_in',
          'incorrect_password',
          'invalid_username',
          'invalid_email',
          'application_passwords_disabled',
          'application_passwords_disabled_for_user',
        ],
      },
    ],
    source: 'WordPress, wp-includes/user.php and class-wp-rest-users-controller.php of 6.1.9, checked 2026-11',
    ...KEY_REFUSED,
  },
  {
    name: 'key_refused_otherwise',
    when: [{ status: [401], own: true }],
    source: HANDBOOK,
    ...KEY_REFUSED,
    message: 'The hub does not accept the key of this account for this call.',
  },

  // --- rights ---
  {
    name: 'may_not',
    when: [
      {
        codes: [
          'rest_cannot_publish',
          'rest_cannot_create',
          'rest_cannot_edit',
          'rest_cannot_edit_others',
          'rest_cannot_delete',
          'rest_cannot_assign_term',
          'rest_forbidden',
          'rest_forbidden_context',
          'rest_forbidden_status',
        ],
      },
      { status: [403], own: true },
    ],
    source: HANDBOOK,
    code: 'permission_missing',
    message: 'The user of this account may not do this on the hub.',
    remedy: 'Give the user the right to publish posts and to upload files (role Author or higher) on the hub.',
  },

  {
    // 501 of a site whose trash is off (EMPTY_TRASH_DAYS is 0): it deletes only for good.
    name: 'no_trash',
    on: ['delete'],
    when: [{ codes: ['rest_trash_not_supported'] }],
    source: HANDBOOK,
    code: 'content_rejected',
    message: 'The hub has no trash, and nothing was deleted.',
    remedy: 'Delete the post on the hub.',
    outcome: 'rejected',
  },

  // --- limits and faults; WordPress has no limit of its own, plugins and servers in front of it do
  // ---
  HUB_ERRORS.rateLimited,
  {
    ...HUB_ERRORS.serverFault,
    source: 'RFC 9110, section 15.6; WordPress shows a page with 503 while it is updated',
  },
  HUB_ERRORS.redirect,
  {
    name: 'no_rest_api',
    on: ['connect'],
    when: [{ status: [404] }],
    source: HANDBOOK,
    code: 'content_rejected',
    message: 'The address does not answer as the REST API of WordPress does.',
  },
  {
    ...HUB_ERRORS.refusedInBetween,
    when: [{ status: [401, 403, 407] }, { codes: [FOREIGN_BODY] }],
    source: `${HUB_ERRORS.refusedInBetween.source}; ${HANDBOOK}`,
    // A firewall may read the answer of WordPress and put its own page in its place.
    outcome: 'unknown',
  },

  // --- the post ---
  {
    name: 'draft_gone',
    on: ['publish'],
    when: [{ codes: ['rest_post_invalid_id'] }],
    source: HANDBOOK,
    code: 'content_rejected',
    message: 'The draft of the post is no longer on the hub.',
    remedy: 'Send the target again with a new idempotency key.',
  },
  {
    // Not a failure: the post is not there any more.
    name: 'post_gone',
    on: ['delete'],
    when: [{ codes: ['rest_post_invalid_id', 'rest_already_trashed'] }],
    source: HANDBOOK,
    code: 'content_rejected',
    message: 'The post is no longer on the hub.',
  },
  { ...HUB_ERRORS.refused, source: HANDBOOK },
];
