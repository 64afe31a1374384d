import { readdirSync, readFileSync } from 'node:fs';
import express, { type RequestHandler, type Router } from 'express';
import { sendBytes } from './blobs.ts';

const folder = new URL('../samples/', import.meta.url);
const contentTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  srt: 'application/x-subrip',
};
const ENDLESS_CHUNK = Buffer.alloc(64 * 1024, 0x5a);
const HUGE_BYTES = 100 * 1024 * 1024;

/**
 * `GET /__sandbox/samples/{name}`: real small pictures and a clip to publish, and addresses that
 * answer like faulty servers (`not-an-image.jpg`, `truncated.jpg`, `endless`, `slow`, `huge`,
 * `redirect-to-private`, `missing`).
 */
export function createSamples(): Router {
  const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder))]));
  const router = express.Router();
  router.get('/', (_req, res) => {
    res.json({ files: [...files.keys()], hostile: Object.keys(hostile) });
  });
  router.get('/:name', (req, res, next) => {
    const { name } = req.params;
    const behave = Object.hasOwn(hostile, name) ? hostile[name] : undefined;
    if (behave) {
      behave(req, res, next);
      return;
    }
    const bytes = files.get(name);
    if (!bytes) {
      res.status(404).json({ error: 'no such sample' });
      return;
    }
    sendBytes(req, res, bytes, contentTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream');
  });
  return router;
}

const hostile: Readonly<Record<string, RequestHandler>> = {
  /** An error page that claims to be a picture. */
  'not-an-image.jpg': (_req, res) => {
    res
      .set('content-type', 'image/jpeg')
      .end('<!doctype html><title>Sign in</title><p>Please sign in to see this picture.</p>');
  },
  /** Declares a whole picture and hangs up after its first bytes. */
  'truncated.jpg': (_req, res) => {
    const bytes = readFileSync(new URL('harbour.jpg', folder));
    res.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': bytes.byteLength });
    res.write(bytes.subarray(0, 2048), () => res.destroy());
  },
  /** Streams forever, without a declared length. */
  endless: (req, res) => {
    res.writeHead(200, { 'content-type': 'image/jpeg' });
    // Writes to an answer without a body never wait.
    if (req.method === 'HEAD') return void res.end();
    const more = () => {
      while (!res.destroyed && res.write(ENDLESS_CHUNK));
    };
    res.on('drain', more);
    more();
  },
  /** One byte a second. */
  slow: (_req, res) => {
    const bytes = readFileSync(new URL('harbour.jpg', folder));
    res.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': bytes.byteLength });
    let sent = 0;
    const timer = setInterval(() => res.write(bytes.subarray(sent, ++sent)), 1_000);
    timer.unref();
    res.once('close', () => clearInterval(timer));
  },
  /** Declares 100 MiB and really sends them. */
  huge: (_req, res) => {
    res.writeHead(200, { 'content-type': 'video/mp4', 'content-length': HUGE_BYTES });
    let left = HUGE_BYTES;
    const more = () => {
      while (!res.destroyed && left > 0) {
        const chunk = ENDLESS_CHUNK.subarray(0, Math.min(left, ENDLESS_CHUNK.byteLength));
        left -= chunk.byteLength;
        if (!res.write(chunk)) return;
      }
      if (left === 0) res.end();
    };
    res.on('drain', more);
    more();
  },
  /** Redirects to a cloud machine's metadata service (RFC 3927 link-local). */
  'redirect-to-private': (_req, res) => {
    res.redirect(302, 'http://169.254.169.254/latest/meta-data/');
  },
  missing: (_req, res) => {
    res.status(404).type('text').send('Not Found');
  },
};
