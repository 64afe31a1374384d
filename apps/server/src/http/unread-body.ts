import type { Socket } from 'node:net';
import type { Request, RequestHandler } from 'express';

/** A shorter body that is not needed is read and dropped, and the connection is kept. */
const SMALL_BYTES = 64 * 1024;
/** How much and how long the rest of a body is dropped after the answer: closing a connection while its client still sends loses the answer. */
const LINGER_BYTES = 256 * 1024;
const LINGER_MS = 1_000;
const CHECK_EVERY_MS = 50;

/**
 * Ends the connection when an answer is given before the body was read: what follows on it would be the body, not a request (RFC 9112, section 9.6). A body that
 * is read to its end, and a small one, keep it.
 */
export const closeUnread: RequestHandler = (req, res, next) => {
  if (!hasLargeBody(req)) return next();
  const { shouldKeepAlive } = res;
  const endLingering = lingerAtClose(req.socket);
  res.shouldKeepAlive = false;
  req.once('end', () => {
    res.shouldKeepAlive = shouldKeepAlive;
    endLingering();
  });
  next();
};

/** Whether a client waits for `100 Continue` before it sends its body. It gets one only when the body is needed. */
export const awaitsContinue = (req: Request): boolean => /\b100-continue\b/i.test(req.headers.expect ?? '');

const hasLargeBody = (req: Request): boolean =>
  req.headers['transfer-encoding'] !== undefined ||
  Number(req.headers['content-length'] ?? 0) > SMALL_BYTES ||
  awaitsContinue(req);

/** Node ends a connection by `destroySoon` once the last answer is written. With bytes unread that resets it. */
function lingerAtClose(socket: Socket): () => void {
  socket.destroySoon = () => {
    socket.end();
    const mostBytes = socket.bytesRead + LINGER_BYTES;
    const until = performance.now() + LINGER_MS;
    const timer = setInterval(() => {
      if (socket.bytesRead > mostBytes || performance.now() > until) socket.destroy();
    }, CHECK_EVERY_MS);
    socket.once('close', () => clearInterval(timer));
  };
  return () => void Reflect.deleteProperty(socket, 'destroySoon');
}
