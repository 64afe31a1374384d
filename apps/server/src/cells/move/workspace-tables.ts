/** Conditions for rows of a workspace: `$1` is the workspace, `$2` its projects. */
const OF_WORKSPACE = 'workspace_id = $1';
const OF_PROJECTS = 'project_id = any($2::uuid[])';

type Moved = { readonly table: string; readonly where: string };

/**
 * Tables whose rows move with a workspace, in an order in which foreign keys allow to write them.
 * People come with it too; they stay in the other cell as well, for their other workspaces.
 */
export const MOVED: readonly Moved[] = [
  { table: 'workspaces', where: 'id = $1' },
  { table: 'projects', where: OF_WORKSPACE },
  { table: 'memberships', where: OF_WORKSPACE },
  { table: 'invitations', where: OF_WORKSPACE },
  ...[
    ...[
      'project_logos',
      'api_keys',
      'oauth_codes',
      'oauth_tokens',
      'accounts',
      'credentials',
      'platform_users',
      'connect_attempts',
    ],
    ...['posts', 'post_dismissals', 'drafts', 'idempotency_keys', 'targets', 'write_intents', 'reposts', 'unpublishes'],
    ...['quota_periods', 'reservations', 'usage_events', 'events', 'event_positions'],
    ...['webhook_endpoints', 'webhook_deliveries', 'webhook_attempts', 'request_log'],
    ...['media', 'media_uses', 'media_variants'],
  ].map((table) => ({ table, where: OF_PROJECTS })),
];

/** Kept where the workspace was: its keys still have to be answered there. */
export const KEPT: readonly string[] = ['workspaces', 'projects', 'api_keys'];

/** Tables that belong to an installation, and not to a workspace. */
export const STAYING: readonly string[] = [
  ...['instance', 'restore_guard', 'histories', 'servers', 'rate_limits', 'workspace_moves', 'moved_links'],
  ...['arriving_media', 'removal_requests', 'removal_passes', 'oauth_clients', 'sign_ins', 'sessions', 'mails'],
];

/** Columns that name a person, whose id may be another one in the other cell. */
export const PERSON_COLUMNS: readonly (readonly [table: string, column: string])[] = [
  ['memberships', 'user_id'],
  ['invitations', 'invited_by'],
  ['api_keys', 'created_by'],
  ['oauth_codes', 'user_id'],
  ['drafts', 'created_by'],
];
