/**
 * Path of BASE_URL: `''` or `/fanfare`. The proxy removes it, so that our routes do not have it.
 */
export const basePathOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '');

/** Path as browsers see it. */
export const ownPath = (baseUrl: string, path: string): string => `${basePathOf(baseUrl)}${path}`;
