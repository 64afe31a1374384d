import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * Uploads and downloads with nothing but Node: a body goes into a file, which is on the disk before
 * the answer, and a file is read into the answer. No database, no check, no limit.
 */
const folder = process.env.FOLDER!;

createServer(async (req, res) => {
  if (req.url === '/readyz') return res.end('ok');
  const file = path.join(folder, path.basename(req.url!));
  if (req.method === 'PUT') {
    await pipeline(req, createWriteStream(file, { flush: true }));
    return res.writeHead(204).end();
  }
  if (req.method === 'DELETE') {
    await rm(file);
    return res.writeHead(204).end();
  }
  const { size } = await stat(file);
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '') ?? [];
  const [start, end] = from === undefined ? [0, size - 1] : [Number(from), Number(to)];
  const range = from === undefined ? {} : { 'Content-Range': `bytes ${start}-${end}/${size}` };
  res.writeHead(from === undefined ? 200 : 206, {
    'Content-Type': 'video/mp4',
    'Content-Length': end - start + 1,
    ...range,
  });
  return pipeline(createReadStream(file, { start, end }), res);
}).listen(Number(process.env.PORT), '127.0.0.1');
