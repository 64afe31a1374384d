import type { MediaFacts } from '@fanfare/media-file';
import type { MediaFile } from '@fanfare/sdk';
import { fanfare } from '../../../api/fanfare.ts';
import { describeError } from '../../../frame/problem.tsx';
import { type Attempts, type Progress, readFacts, uploadFile } from './upload-file.ts';

/** State of a file on its way. `canRetry` is false where the file itself is at fault. */
export type UploadState = Progress | { readonly is: 'failed'; readonly message: string; readonly canRetry: boolean };

type Upload = {
  readonly file: File;
  /** Null until they are read. */
  facts: MediaFacts | null;
  attempts: Attempts;
  state: UploadState;
  /** Ends it. */
  cut: AbortController;
};

export type Uploads = {
  /** Starts an upload and returns the address of the file in this page. */
  add(file: File): string;
  retry(url: string): void;
  /** Ends every upload whose address is not among these; nothing of it stays on the server. */
  keepOnly(urls: ReadonlySet<string>): void;
  /** Undefined for an address that is none of an upload. */
  stateOf(url: string): UploadState | undefined;
  subscribe(changed: () => void): () => void;
};

type Listeners = {
  readonly onRead: (url: string, file: File, facts: MediaFacts) => void;
  readonly onReady: (url: string, media: MediaFile, facts: MediaFacts) => void;
  readonly onFailed: (file: File, message: string) => void;
};

/** A browser has six connections to a server, and drafts and events need some of them. */
const MOST_AT_ONCE = 3;

/** Files of one composer on their way to the server. */
export function createUploads({ onRead, onReady, onFailed }: Listeners): Uploads {
  const uploads = new Map<string, Upload>();
  const listeners = new Set<() => void>();
  const queue: (() => Promise<void>)[] = [];
  let running = 0;

  const show = (upload: Upload, state: UploadState): void => {
    upload.state = state;
    for (const changed of listeners) changed();
  };
  const fail = (upload: Upload, message: string, canRetry: boolean): void => {
    show(upload, { is: 'failed', message, canRetry });
    onFailed(upload.file, message);
  };
  const startNext = (): void => {
    const start = running < MOST_AT_ONCE ? queue.shift() : undefined;
    if (!start) return;
    running++;
    void start().finally(() => {
      running--;
      startNext();
    });
  };

  async function read(url: string, upload: Upload): Promise<void> {
    try {
      upload.facts = await readFacts(upload.file);
      if (upload.cut.signal.aborted) return;
      onRead(url, upload.file, upload.facts);
      enqueue(url, upload, upload.facts);
    } catch (error) {
      if (!upload.cut.signal.aborted) fail(upload, describeError(error).message, false);
    }
  }

  function enqueue(url: string, upload: Upload, facts: MediaFacts): void {
    show(upload, { is: 'waiting' });
    queue.push(() => send(url, upload, facts));
    startNext();
  }

  async function send(url: string, upload: Upload, facts: MediaFacts): Promise<void> {
    const { file, attempts, cut } = upload;
    if (cut.signal.aborted) return forget(attempts);
    try {
      const media = await uploadFile(
        { file, contentType: facts.contentType, attempts },
        { signal: cut.signal, onProgress: (progress) => show(upload, progress) },
      );
      if (media.status === 'refused') return fail(upload, media.error ?? '', false);
      uploads.delete(url);
      onReady(url, media, facts);
      // Until then every picture of the page has its new address.
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    } catch (error) {
      if (cut.signal.aborted) return forget(attempts);
      // An address that has expired: the next attempt announces the file again.
      if (isCode(error, 'not_found')) upload.attempts = { announced: null, isSent: false };
      fail(upload, describeError(error).message, true);
    }
  }

  return {
    add(file) {
      const url = URL.createObjectURL(file);
      const upload: Upload = {
        file,
        facts: null,
        attempts: { announced: null, isSent: false },
        state: { is: 'waiting' },
        cut: new AbortController(),
      };
      uploads.set(url, upload);
      void read(url, upload);
      return url;
    },
    retry(url) {
      const upload = uploads.get(url);
      if (upload?.facts) enqueue(url, upload, upload.facts);
    },
    keepOnly(urls) {
      for (const [url, { cut, state, attempts }] of uploads) {
        if (urls.has(url)) continue;
        uploads.delete(url);
        URL.revokeObjectURL(url);
        cut.abort(new Error('The upload was cancelled.'));
        // One that is running forgets itself, once it knows what it announced.
        if (state.is === 'failed') forget(attempts);
      }
    },
    stateOf: (url) => uploads.get(url)?.state,
    subscribe(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
  };
}

/** Deletes what was announced. What stays for want of a connection ends by itself. */
function forget({ announced }: Attempts): void {
  if (announced) void fanfare.media.delete(announced.id).catch(() => undefined);
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
