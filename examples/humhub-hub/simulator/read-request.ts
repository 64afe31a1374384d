import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type Upload = { readonly name: string; readonly contentType: string; readonly bytes: Buffer };

export type ApiRequest = {
  readonly method: string;
  readonly url: URL;
  readonly token: string | null;
  /** `data` of a JSON body; empty where there is none. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Files of a form, in order. */
  readonly uploads: readonly Upload[];
};

/** Rejects when the body is not what its content type says. */
export async function readRequest(incoming: IncomingMessage): Promise<ApiRequest> {
  const bytes = await buffer(incoming);
  const type = incoming.headers['content-type'] ?? '';
  const [, token = null] = /^Bearer (\S+)$/i.exec(incoming.headers.authorization ?? '') ?? [];
  return {
    method: incoming.method ?? 'GET',
    url: new URL(incoming.url ?? '/', `http://${incoming.headers.host}`),
    token,
    data: type.startsWith('application/json') ? objectIn(objectIn(JSON.parse(bytes.toString())).data) : {},
    uploads: type.startsWith('multipart/form-data') ? await readUploads(bytes, type) : [],
  };
}

export const objectIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

async function readUploads(bytes: Buffer, type: string): Promise<readonly Upload[]> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  const files = form.getAll('files[]').filter((part) => typeof part !== 'string');
  return Promise.all(
    files.map(async (file) => ({
      name: file.name,
      contentType: file.type,
      bytes: Buffer.from(await file.arrayBuffer()),
    })),
  );
}
