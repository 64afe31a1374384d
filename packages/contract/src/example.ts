/** A body and the situation it belongs to. */
export type Example<T = unknown> = { readonly summary: string; readonly value: T };

export const example = <T>(summary: string, value: T): Example<T> => ({ summary, value });
