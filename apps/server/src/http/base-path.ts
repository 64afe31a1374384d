/** Path of BASE_URL: `''` or `/fanfare`. The proxy removes it from requests. */
export const basePathOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '');

/** Path as browsers see it. */
export const ownPath = (baseUrl: string, path: string): string => `${basePathOf(baseUrl)}${path}`;
