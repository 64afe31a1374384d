import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { FromCounter, ToCounter } from './page-messages.ts';

/**
 * Counts the pages of one PDF with pdf.js, in a process that ends with it. Its second thread ends
 * it when it takes too much memory, or when the server is gone: the first one is busy with the
 * file, and begins with it once the second one watches.
 */
const LOOK_EVERY_MS = 20;
/** Pages of large files stand far apart: pdf.js asks for pieces of this size. */
const PIECE_BYTES = 256 * 1024;

/** Takers of pieces, in the order in which they were asked for. */
const waiting: ((bytes: Uint8Array) => void)[] = [];

if (isMainThread) {
  const mostMemoryBytes = Number(process.argv[2]);
  const watch = new Worker(new URL(import.meta.url), { workerData: { mostMemoryBytes, server: process.ppid } });
  watch.unref();
  const isWatched = once(watch, 'message');
  process.on('message', (message: ToCounter) => {
    if (message.type === 'bytes') return waiting.shift()?.(message.bytes);
    void count(message.size, isWatched).then((found) => process.send?.(found, () => process.exit()));
  });
} else {
  const { mostMemoryBytes, server } = workerData as { mostMemoryBytes: number; server: number };
  const look = (): void => {
    const isTooLarge = process.memoryUsage.rss() > mostMemoryBytes;
    if (isTooLarge || process.ppid !== server) process.kill(process.pid, 'SIGKILL');
  };
  look();
  parentPort?.postMessage('watches');
  setInterval(look, LOOK_EVERY_MS);
}

async function count(size: number, isWatched: Promise<unknown>): Promise<FromCounter> {
  // Without its own worker: this process is one.
  await import('pdfjs-dist/legacy/build/pdf.worker.min.mjs');
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.min.mjs');
  await isWatched;
  const uncountable = (why: 'encrypted' | 'damaged', error: string | null = null): FromCounter => ({
    ...{ type: 'uncountable', why, error },
  });

  class Pieces extends pdfjs.PDFDataRangeTransport {
    override requestDataRange(start: number, end: number): void {
      void readAll(start, end).then((bytes) => this.onDataRange(start, bytes));
    }
  }
  const task = pdfjs.getDocument({
    range: new Pieces(size, null),
    ...{ rangeChunkSize: PIECE_BYTES, disableAutoFetch: true, disableStream: true },
    ...{ verbosity: pdfjs.VerbosityLevel.ERRORS, useWasm: false, useSystemFonts: false },
  });
  try {
    const { numPages: pages } = await task.promise;
    return Number.isSafeInteger(pages) && pages > 0 ? { type: 'pages', pages } : uncountable('damaged');
  } catch (error) {
    if (error instanceof pdfjs.PasswordException) return uncountable('encrypted');
    if (error instanceof pdfjs.InvalidPDFException) return uncountable('damaged');
    return uncountable('damaged', error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  }
}

async function readAll(start: number, end: number): Promise<Uint8Array> {
  const all = new Uint8Array(end - start);
  for (let at = start; at < end; at += PIECE_BYTES) {
    const piece = await read(at, Math.min(end, at + PIECE_BYTES));
    all.set(piece, at - start);
  }
  return all;
}

function read(start: number, end: number): Promise<Uint8Array> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    process.send?.({ type: 'read', start, end } satisfies FromCounter);
  });
}
