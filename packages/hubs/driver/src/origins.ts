/** Whether two addresses have the same scheme, host and port. */
export const isSameOrigin = (one: string, other: string): boolean => new URL(one).origin === new URL(other).origin;

/** An address without the slashes at its end, so that paths can be put behind it. */
export const withoutSlash = (url: string): string => url.replace(/\/+$/, '');
