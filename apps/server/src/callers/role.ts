/** What a member of a workspace is. */
export type Role = 'owner' | 'member';
