import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type File = { readonly contentType: string; readonly bytes: Buffer };

/** A request: query, form or JSON; lists end in `[]` except in JSON (Mastodon, API, 2026-11). */
export type ApiRequest = {
  readonly method: string;
  readonly url: URL;
  header(name: string): string | null;
  field(name: string): string | null;
  list(name: string): readonly string[];
  file(name: string): File | null;
};

export async function readRequest(incoming: IncomingMessage): Promise<ApiRequest> {
  const body = await buffer(incoming);
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`);
  const fields: [string, string][] = [...url.searchParams];
  const files = new Map<string, File>();
  const type = incoming.headers['content-type'] ?? '';
  if (type.startsWith('application/json')) fields.push(...fieldsOfJson(JSON.parse(body.toString())));
  if (/^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(type)) {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    for (const [name, value] of form) {
      if (typeof value === 'string') fields.push([name, value]);
      else files.set(name, { contentType: value.type, bytes: Buffer.from(await value.arrayBuffer()) });
    }
  }
  return {
    method: incoming.method ?? 'GET',
    url,
    header: (name) => {
      const value = incoming.headers[name];
      return typeof value === 'string' ? value : null;
    },
    field: (name) => fields.find(([key]) => key === name)?.[1] ?? null,
    list: (name) => fields.filter(([key]) => key === `${name}[]`).map(([, value]) => value),
    file: (name) => files.get(name) ?? null,
  };
}

function fieldsOfJson(json: unknown): [string, string][] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]): [string, string][] => {
    if (Array.isArray(value)) return value.map((item) => [`${name}[]`, String(item)]);
    return value === null || value === undefined ? [] : [[name, String(value)]];
  });
}
