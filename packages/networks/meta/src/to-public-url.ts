/** The address as the network needs it: ASCII only. Meta, content publishing, 2026-09. */
export const toPublicUrl = (url: string): string => new URL(url).href;
