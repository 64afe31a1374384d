/** An answer of the simulated server. */
export type Reply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

export const json = (status: number, value: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
});

export const html = (status: number, body: string): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><meta charset="utf-8">${body}`,
});

/** An error entity (Mastodon, Error entity, checked 2026-11). */
export const refuse = (status: number, error: string, description?: string): Reply =>
  json(status, { error, ...(description !== undefined && { error_description: description }) });

export const redirect = (location: URL): Reply => ({ status: 302, headers: { location: location.href } });

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
