/** Role of a workspace member. */
export type Role = 'owner' | 'member';
