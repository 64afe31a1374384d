/** A time so many milliseconds from now, as callers write it. */
export const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
