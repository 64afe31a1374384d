/** The path of BASE_URL, for an installation below one: `''` or `/fanfare`. The proxy in front takes it off, so the server's own routes do not have it. */
export const basePathOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '');

/** A path as browsers see it. */
export const ownPath = (baseUrl: string, path: string): string => `${basePathOf(baseUrl)}${path}`;
