const PAGE = /^organization:(\d+)$/;

/** Whether an account is a company page (spec 2.1: `organization:{id}`). */
export function isPage(platformUserId: string): boolean {
  return PAGE.test(platformUserId);
}

/**
 * The URN an account publishes and uploads as. Owner of media and author of the post must be the
 * same URN.
 *
 * @example
 * authorUrn('782bbtaQ'); // urn:li:person:782bbtaQ
 * authorUrn('organization:2414183'); // urn:li:organization:2414183
 */
export function authorUrn(platformUserId: string): string {
  return isPage(platformUserId) ? `urn:li:${platformUserId}` : `urn:li:person:${platformUserId}`;
}

/** The id of a page out of its URN; null for every other URN (showcase brands, schools). */
export function pageId(urn: string): string | null {
  return /^urn:li:organization:(\d+)$/.exec(urn)?.[1] ?? null;
}

/**
 * A list parameter in Rest.li 2.0 form: `List(`, `,` and `)` stay literal, the values are
 * percent-encoded (LinkedIn, Rest.li protocol versions, checked 2026-11).
 */
export function restliList(values: readonly string[]): string {
  return `List(${values.map(restliValue).join(',')})`;
}

/** One value for a path or a list, with parentheses percent-encoded too. */
export function restliValue(value: string): string {
  return encodeURIComponent(value).replace(/[()'*!]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The public address of a post. The URN stands unencoded in this address. */
export function postUrl(wwwUrl: string, urn: string): string {
  return `${wwwUrl}/feed/update/${urn}`;
}
