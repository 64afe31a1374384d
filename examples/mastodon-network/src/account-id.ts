/**
 * Ids of accounts are numbers of one server and mean somebody else on the next (Mastodon, OAuth
 * userinfo, checked 2026-11), so that ours carry the server's host: `14715@mastodon.social`.
 */
export function toAccountId(config: { readonly url: string }, id: string): string {
  return `${id}@${new URL(config.url).host}`;
}

/** The server's own id of an account. */
export function localId(platformUserId: string): string {
  return platformUserId.slice(0, platformUserId.indexOf('@'));
}
