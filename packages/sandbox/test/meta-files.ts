import { once } from 'node:events';
import { createServer } from 'node:http';
import { sample } from './meta-session.ts';

export type ServedFile = { readonly type: string; readonly bytes: Buffer; readonly status?: number };

/** A customer's web server, from which Meta downloads. */
export async function serveFiles(files: Readonly<Record<string, ServedFile>>) {
  const server = createServer((req, res) => {
    const file = files[decodeURIComponent((req.url ?? '').slice(1))];
    if (!file) return void res.writeHead(404).end();
    res.writeHead(file.status ?? 200, { 'content-type': file.type, location: '/elsewhere' }).end(file.bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: (name: string) => `http://127.0.0.1:${address.port}/${name}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** A PNG of that size without picture data: only header and end are read. */
export function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13, 0);
  header.write('IHDR', 4, 'latin1');
  header.writeUInt32BE(width, 8);
  header.writeUInt32BE(height, 12);
  const end = Buffer.from('0000000049454e44ae426082', 'hex');
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), header, end]);
}

/** The same as JPEG, padded to at least so many bytes. */
export function jpeg(width: number, height: number, minBytes = 0): Buffer {
  const frame = Buffer.from('ffc0000b080000000001012200', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from('ffd8', 'hex'), frame, Buffer.alloc(minBytes), Buffer.from('ffd9', 'hex')]);
}

/** The sample clip (4 s, 720x1280) with another length or size in its headers. */
export function clip(change: {
  readonly durationMs?: number;
  readonly width?: number;
  readonly height?: number;
  readonly codec?: string;
  readonly audioChannels?: number;
}): Buffer {
  const bytes = Buffer.from(sample('clip.mp4'));
  const movieHeader = bytes.indexOf('mvhd') + 4;
  const trackHeader = bytes.indexOf('tkhd');
  const trackEnd = trackHeader - 4 + bytes.readUInt32BE(trackHeader - 4);
  if (change.durationMs !== undefined) {
    bytes.writeUInt32BE(
      Math.round((change.durationMs / 1000) * bytes.readUInt32BE(movieHeader + 12)),
      movieHeader + 16,
    );
  }
  if (change.width !== undefined) bytes.writeUInt32BE(change.width * 65536, trackEnd - 8);
  if (change.height !== undefined) bytes.writeUInt32BE(change.height * 65536, trackEnd - 4);
  if (change.codec !== undefined) bytes.write(change.codec, bytes.indexOf('stsd') + 16, 'latin1');
  if (change.audioChannels !== undefined)
    bytes.writeUInt16BE(change.audioChannels, bytes.indexOf('stsd', bytes.indexOf('soun')) + 36);
  return bytes;
}
