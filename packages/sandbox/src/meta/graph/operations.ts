/** The kinds of calls that a test can script errors for. */
export const operations = [
  'read_profile',
  'read_token',
  'create',
  'read_container',
  'publish',
  'read_media',
  'comment',
  'insights',
  'quota',
  'repost',
  'delete',
] as const;

export type Operation = (typeof operations)[number];
