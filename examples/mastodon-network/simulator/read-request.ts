import type { IncomingMessage } from 'node:http';

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
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`);
  const fields: [string, string][] = [...url.searchParams];
  const files = new Map<string, File>();
  const type = incoming.headers['content-type'] ?? '';
  if (type.startsWith('application/x-www-form-urlencoded')) fields.push(...new URLSearchParams(body.toString()));
  if (type.startsWith('application/json')) fields.push(...fieldsOfJson(JSON.parse(body.toString())));
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/.exec(type)?.[1];
  if (boundary !== undefined) {
    for (const part of partsOf(body, boundary)) {
      if (part.isFile) files.set(part.name, { contentType: part.contentType, bytes: part.bytes });
      else fields.push([part.name, part.bytes.toString()]);
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

type Part = { readonly name: string; readonly isFile: boolean; readonly contentType: string; readonly bytes: Buffer };

/** RFC 7578, section 4. */
function partsOf(body: Buffer, boundary: string): Part[] {
  const parts: Part[] = [];
  const mark = Buffer.from(`--${boundary}`);
  for (let at = body.indexOf(mark); ; ) {
    const next = body.indexOf(mark, at + mark.length);
    if (at < 0 || next < 0) return parts;
    const part = body.subarray(at + mark.length + 2, next - 2);
    const split = part.indexOf('\r\n\r\n');
    const head = part.subarray(0, split).toString();
    const name = /name="([^"]*)"/.exec(head)?.[1];
    if (name !== undefined) {
      parts.push({
        name,
        isFile: /filename=/.test(head),
        contentType: /^content-type: *([^;\r\n]+)/im.exec(head)?.[1] ?? 'text/plain',
        bytes: part.subarray(split + 4),
      });
    }
    at = next;
  }
}
