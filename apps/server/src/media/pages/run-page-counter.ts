import { fork } from 'node:child_process';
import type { MediaBytes } from '@fanfare/media-file';
import { PAGE_COUNTER } from '../../config/installed-files.ts';
import type { FromCounter, ToCounter } from './page-messages.ts';

/** The pages of a file, or why they cannot be counted. */
export type Counted =
  | { readonly pages: number }
  | { readonly why: 'encrypted' | 'damaged' | 'takes_too_long' | 'needs_too_much_memory'; readonly error?: string };

/** Bounds of one count. */
export type Bounds = { readonly timeoutMs: number; readonly memoryBytes: number };

/** Bounds of every count; a file of 100 MB needs some 300 MiB and two seconds. */
const BOUNDS: Bounds = { timeoutMs: 30_000, memoryBytes: 512 * 1024 * 1024 };
const HEAP_MIB = 256;
/** Ends of a process whose heap is full. */
const HEAP_FULL: ReadonlySet<unknown> = new Set(['SIGABRT', 'SIGTRAP', 134]);
const MOST_ERROR_CHARS = 2_000;

/** A failure of the process that counts, whatever the file is. */
export class PageCounterFailed extends Error {
  override readonly name = 'PageCounterFailed';
}

/**
 * Counts the pages of a PDF in a process of its own, which has no secrets, starts no programs and
 * writes no files. Throws what `read` throws, and PageCounterFailed.
 */
export function runPageCounter(file: MediaBytes, bounds = BOUNDS, program: URL = PAGE_COUNTER): Promise<Counted> {
  return new Promise((resolve, reject) => {
    const child = fork(program, [String(bounds.memoryBytes)], {
      execArgv: ['--permission', '--allow-fs-read=*', '--allow-worker', `--max-old-space-size=${HEAP_MIB}`],
      ...{ env: {}, serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
      ...{ timeout: bounds.timeoutMs, killSignal: 'SIGKILL' },
    });
    let said = '';
    child.stderr?.on('data', (text) => {
      said = `${said}${text}`.slice(-MOST_ERROR_CHARS);
    });
    const give = (message: ToCounter): void => {
      // It may have ended meanwhile, which its exit says.
      if (child.connected) child.send(message, () => undefined);
    };
    let reading: Promise<void> = Promise.resolve();
    child.on('message', (message: FromCounter) => {
      if (message.type === 'pages') return resolve({ pages: message.pages });
      if (message.type === 'uncountable')
        return resolve({ why: message.why, ...(message.error !== null && { error: message.error }) });
      const { start, end } = message;
      reading = reading
        .then(async () => give({ type: 'bytes', bytes: await file.read(start, end) }))
        .catch((error: unknown) => {
          reject(error);
          child.kill('SIGKILL');
        });
    });
    child.once('error', (cause) => reject(new PageCounterFailed('The process that counts pages failed.', { cause })));
    child.once('exit', (code, signal) => {
      if (child.killed) return resolve({ why: 'takes_too_long' });
      if (signal === 'SIGKILL' || HEAP_FULL.has(signal ?? code)) return resolve({ why: 'needs_too_much_memory' });
      reject(new PageCounterFailed(`The process that counts pages ended with ${signal ?? code}. ${said}`));
    });
    give({ type: 'count', size: file.size });
  });
}
