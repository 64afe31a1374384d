import { connect, type Socket } from 'node:net';

export type RawAnswer = { readonly status: number; readonly headers: Headers; readonly text: string };

/** A socket to the server, for requests that an HTTP client would never send. */
export async function openSocket(baseUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return socket;
}

/**
 * Sends bytes unchanged and reads the answer to the end of the connection. Put `Connection: close`
 * among the headers.
 */
export async function sendRaw(baseUrl: string, request: string | Buffer): Promise<RawAnswer> {
  const socket = await openSocket(baseUrl);
  socket.write(request);
  return readAnswer(socket);
}

/** One answer, read until the server ends the connection. */
export async function readAnswer(socket: Socket): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return { status: Number(statusLine.split(' ')[1]), headers, text: rest.join('\r\n\r\n') };
}

/**
 * A request with a JSON body and the given header lines, ready for `sendRaw`. `lines` are latin1:
 * one character, one byte.
 */
export function rawPost(path: string, lines: readonly string[], body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: fanfare',
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${bytes.length}`,
    ...lines,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}
