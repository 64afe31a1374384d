import type { Socket } from 'node:net';
import type { Request, RequestHandler } from 'express';

/** Bodies below this are read and dropped, and the connection stays. */
const SMALL_BYTES = 64 * 1024;
/** Rest of a body dropped after the answer: an early close would lose the answer. */
const LINGER_BYTES = 256 * 1024;
const LINGER_MS = 1_000;
const CHECK_EVERY_MS = 50;

/**
 * Closes the connection when the answer comes before the body was read: the next bytes are the
 * body, no request (RFC 9112, section 9.6). A body that is read to its end, or small, keeps it.
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

/** Whether a client waits for `100 Continue`, which it gets only when the body is needed. */
export const awaitsContinue = (req: Request): boolean => /\b100-continue\b/i.test(req.headers.expect ?? '');

const hasLargeBody = (req: Request): boolean =>
  req.headers['transfer-encoding'] !== undefined ||
  Number(req.headers['content-length'] ?? 0) > SMALL_BYTES ||
  awaitsContinue(req);

/** Delays `destroySoon`, by which Node ends a connection: unread bytes would reset it. */
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
