/** The rights of an API key, the smallest scope first; each includes those before it. */
export const KEY_SCOPES = ['read', 'draft', 'publish', 'all'] as const;

/**
 * Scope of an API key and of the calls it may make: `read` reads posts, accounts and usage; `draft`
 * also writes drafts and uploads files; `publish` also writes posts and reposts and connects
 * accounts; `all` also manages webhooks and disconnects accounts.
 */
export type KeyScope = (typeof KEY_SCOPES)[number];
