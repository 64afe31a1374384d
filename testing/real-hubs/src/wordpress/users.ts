/** The roles of WordPress, most rights first. Contributors may neither publish nor upload. */
export const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
export type Role = (typeof ROLES)[number];

export type Login = { readonly username: string; readonly password: string };
export type WordpressUser = Login & { readonly id: number };

/** Login names by role. */
export const USERNAMES: Readonly<Record<Role, string>> = {
  administrator: 'ada',
  editor: 'eve',
  author: 'ann',
  contributor: 'cem',
  subscriber: 'sue',
};
