import type { Socket } from 'node:net';
import { openSocket } from '../raw-http.ts';

/** Sends a part of a file as tus clients do. */
export const patch = (url: string, offset: number | string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'PATCH',
    body,
    headers: {
      ...{
        'Content-Type': 'application/offset+octet-stream',
        'Upload-Offset': String(offset),
        'Tus-Resumable': '1.0.0',
      },
      ...headers,
    },
  });

/** Sends the head and the begin of a PUT, and leaves the rest out. */
export async function beginPut(file: { uploadUrl: string; bytes: number }, begin: string): Promise<Socket> {
  const { origin, pathname } = new URL(file.uploadUrl);
  const socket = await openSocket(origin);
  socket.on('error', () => undefined);
  socket.write(
    `PUT ${pathname} HTTP/1.1\r\nHost: fanfare\r\nConnection: close\r\nContent-Type: image/jpeg\r\nContent-Length: ${file.bytes}\r\n\r\n${begin}`,
  );
  return socket;
}
