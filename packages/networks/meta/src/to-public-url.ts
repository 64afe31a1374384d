/** The address as the network must get it: ASCII only (punycode host, percent-encoded path). Meta, content publishing, checked 2026-09. */
export const toPublicUrl = (url: string): string => new URL(url).href;
