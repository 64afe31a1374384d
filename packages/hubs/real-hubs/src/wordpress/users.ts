/** The roles of WordPress, most rights first. Contributors may neither publish nor upload. */
export const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
export type Role = (typeof ROLES)[number];

export type WordpressUser = { readonly id: number; readonly username: string; readonly password: string };

/** Login names by role. */
export const USERNAMES: Readonly<Record<Role, string>> = {
  administrator: 'ada',
  editor: 'eve',
  author: 'ann',
  contributor: 'cem',
  subscriber: 'sue',
};
