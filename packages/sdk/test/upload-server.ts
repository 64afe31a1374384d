import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Fault that a request meets instead of an answer; `undefined` answers it. */
export type Fault = 'cut' | 'answer lost' | number;

/** A server that takes the bytes of one file as the service does, and can fail. */
export type UploadServer = {
  readonly baseUrl: string;
  /** Method and offset of every request with bytes or for the offset. */
  readonly seen: string[];
  /** Faults of the next requests that carry bytes. */
  readonly faults: (Fault | undefined)[];
  /** Files get an address of a bucket. */
  isPresigning: boolean;
  received(): Buffer;
  close(): Promise<void>;
};

const file = (baseUrl: string, status: string, bytes: number, isPresigned = false) => ({
  media: {
    ...{ id: 'med_1', status, bytes, url: `${baseUrl}/m/k/a.bin` },
    uploadUrl: isPresigned ? `${baseUrl}/bucket/a?X-Amz-Signature=s` : `${baseUrl}/uploads/token`,
    uploadHeaders: isPresigned ? { 'Content-Type': 'video/mp4', 'x-amz-checksum-sha256': 'sum' } : {},
  },
});

/** Announces, takes and completes one file; a key that was used before answers 200. */
export async function startUploadServer(): Promise<UploadServer> {
  let stored = Buffer.alloc(0);
  let announced: { bytes: number } | null = null;
  const seen: string[] = [];
  const faults: (Fault | undefined)[] = [];

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const offset = Number(request.headers['upload-offset']);
    seen.push(`PATCH ${offset}`);
    const fault = faults.shift();
    if (typeof fault === 'number') {
      request.resume();
      response.writeHead(fault).end('{}');
      return;
    }
    if (offset !== stored.length) {
      request.resume();
      response.writeHead(409).end(JSON.stringify({ error: { code: 'upload_closed', message: 'Not there.' } }));
      return;
    }
    const chunks: Buffer[] = [stored];
    await new Promise<void>((resolve) => {
      request.once('end', resolve).on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        // The connection breaks in the middle of a piece.
        if (fault === 'cut') resolve();
      });
    });
    stored = Buffer.concat(chunks);
    if (fault !== undefined) request.socket.destroy();
    else response.writeHead(204, { 'Upload-Offset': stored.length }).end();
  }

  async function takeWhole(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { 'content-type': type, 'x-amz-checksum-sha256': sum, 'tus-resumable': tus, authorization } = request.headers;
    seen.push(`PUT ${[type, sum, tus, authorization, request.headers['content-length']].join(' ')}`);
    const fault = faults.shift();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (typeof fault === 'number') {
      response.writeHead(fault).end('<Error><Code>Refused</Code></Error>');
      return;
    }
    stored = Buffer.concat(chunks);
    if (fault !== undefined) request.socket.destroy();
    else response.writeHead(200).end();
  }

  const server = createServer(async (request, response) => {
    const baseUrl = `http://${request.headers.host}`;
    const json = (status: number, body: object): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.method === 'PATCH') return take(request, response).catch(() => undefined);
    if (request.method === 'PUT') return takeWhole(request, response).catch(() => undefined);
    if (request.method === 'HEAD') {
      seen.push(`HEAD ${stored.length}`);
      response.writeHead(200, { 'Upload-Offset': stored.length }).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.url === '/api/v1/media') {
      const isKnown = announced !== null;
      announced ??= JSON.parse(Buffer.concat(chunks).toString()) as { bytes: number };
      json(isKnown ? 200 : 201, file(baseUrl, 'awaiting_upload', announced.bytes, answered.isPresigning));
    } else if (request.url === '/api/v1/posts') {
      json(201, { post: { targets: [], publishAt: null }, sent: JSON.parse(Buffer.concat(chunks).toString()) });
    } else json(200, file(baseUrl, 'ready', stored.length));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const answered: UploadServer = {
    isPresigning: false,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    faults,
    received: () => stored,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return answered;
}
