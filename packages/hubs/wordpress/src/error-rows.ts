import type { WordpressErrorRow } from './purpose.ts';

const HANDBOOK = 'WordPress REST API, wp-includes/rest-api of 6.1.9, checked 2026-11';
const RECONNECT = 'Create a new application password on the hub and connect the account again.';

/**
 * Everything WordPress is known to answer when it refuses a call. Codes decide, not statuses: WordPress says 500 to a file it does not take. A body without
 * a code does not come from WordPress.
 */
export const ERROR_ROWS: readonly WordpressErrorRow[] = [
  // --- the image ---
  {
    name: 'upload_refused',
    on: ['media'],
    when: [
      {
        codes: ['rest_upload_sideload_error', 'rest_upload_unknown_error', 'rest_upload_image_type_not_supported'],
      },
    ],
    source: HANDBOOK,
    code: 'media_rejected',
    message: 'The hub does not take the image.',
    remedy: 'Use a JPEG, PNG, GIF or WebP image that the hub allows.',
  },
  {
    // PHP drops a body above post_max_size, and WordPress then finds none.
    name: 'upload_too_large',
    on: ['media'],
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
    code: 'media_rejected',
    message: 'The image is larger than the hub takes.',
    remedy: 'Use a smaller image, or raise the limits for uploads on the hub.',
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
    code: 'credential_rejected',
    message: 'The hub no longer accepts the key of this account.',
    remedy: RECONNECT,
    credential: 'revoked',
  },
  {
    name: 'key_refused_otherwise',
    when: [{ status: [401], own: true }],
    source: HANDBOOK,
    code: 'credential_rejected',
    message: 'The hub does not accept the key of this account for this call.',
    remedy: RECONNECT,
    credential: 'revoked',
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

  // --- limits and faults ---
  {
    // WordPress has no limit of its own; plugins and servers in front of it do.
    name: 'rate_limited',
    when: [{ status: [429] }],
    source: 'RFC 6585, section 4',
    code: 'rate_limited',
    message: 'The hub is receiving too many calls.',
    retry: 'reset',
  },
  {
    name: 'server_fault',
    when: [{ family: 5 }, { status: [408, 425] }],
    source: 'RFC 9110, section 15.6; WordPress shows a page with 503 while it is updated',
    code: 'network_unavailable',
    message: 'The hub had a fault of its own.',
    retry: 1_000,
  },
  {
    name: 'redirect',
    when: [{ family: 3 }],
    source: 'RFC 9110, section 15.4',
    code: 'network_unavailable',
    message: 'The hub answered with a redirect, which is never followed.',
    remedy: 'If the hub has moved, connect the account again under its new address.',
  },
  {
    // A firewall, a proxy that wants a password of its own. It says nothing about the account.
    name: 'refused_in_between',
    when: [{ status: [401, 403, 407] }],
    source: 'RFC 9110, section 15.5',
    code: 'network_unavailable',
    message: 'Something in front of the hub refused the call.',
    remedy: 'Allow this service to call the REST API of the hub.',
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
    name: 'no_rest_api',
    on: ['connect'],
    when: [{ status: [404] }],
    source: HANDBOOK,
    code: 'content_rejected',
    message: 'The address does not answer as the REST API of WordPress does.',
  },
  { name: 'refused', source: HANDBOOK, code: 'content_rejected', message: 'The hub refused the call.' },
];
