/** Whether two addresses have the same scheme, host and port. */
export const isSameOrigin = (one: string, other: string): boolean => new URL(one).origin === new URL(other).origin;
