export type Role = 'owner' | 'member';
