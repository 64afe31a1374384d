/** A file to upload: a path in Node, Bun or Deno, a `Blob` or `File`, or a stream of bytes. */
export type FileSource = string | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** An open source. */
export type OpenFile = {
  readonly bytes: number;
  /** The last part of a path, or the name of a `File`; undefined when the source has none. */
  readonly filename: string | undefined;
  /** The type of a `Blob`; undefined when the source has none. */
  readonly contentType: string | undefined;
  /** Reads the bytes from `start` to `end`, which is exclusive. */
  read(start: number, end: number): Promise<Blob | Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
};

/** The part of Node’s `fs/promises` that is used here. */
type FileHandle = {
  stat(): Promise<{ size: number }>;
  read(into: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  close(): Promise<void>;
};
type Surroundings = {
  process?: { getBuiltinModule?(name: string): { open(path: string): Promise<FileHandle> } | undefined };
};

/** Opens a source. `bytes` is needed for a stream only. Throws `TypeError` for anything else. */
export async function openSource(source: FileSource, bytes: number | undefined): Promise<OpenFile> {
  if (typeof source === 'string') return openPath(source);
  if (source instanceof Blob) return openBlob(source);
  if (typeof source !== 'object' || source === null || !('getReader' in source || Symbol.asyncIterator in source))
    throw new TypeError('A file is a path, a Blob or a stream of bytes.');
  if (bytes === undefined) throw new TypeError('A stream does not say how long it is: pass `bytes`.');
  return openStream('getReader' in source ? chunksOf(source) : source[Symbol.asyncIterator](), bytes);
}

async function openPath(path: string): Promise<OpenFile> {
  // Not an import: bundlers for browsers would look for the module.
  const files = (globalThis as Surroundings).process?.getBuiltinModule?.('fs/promises');
  if (!files) throw new TypeError('There are no paths here: pass a Blob or a stream.');
  const handle = await files.open(path);
  const { size } = await handle.stat();
  return {
    bytes: size,
    filename: path.split(/[\\/]/).at(-1),
    contentType: undefined,
    async read(start, end) {
      const piece = new Uint8Array(end - start);
      for (let filled = 0; filled < piece.length; ) {
        const { bytesRead } = await handle.read(piece, filled, piece.length - filled, start + filled);
        if (bytesRead === 0) throw new Error(`${path} became shorter while it was sent.`);
        filled += bytesRead;
      }
      return piece;
    },
    close: () => handle.close(),
  };
}

const openBlob = (blob: Blob): OpenFile => ({
  bytes: blob.size,
  filename: (blob as Partial<File>).name,
  contentType: blob.type || undefined,
  read: async (start, end) => blob.slice(start, end),
  close: async () => undefined,
});

/** A stream is read once: only the bytes of the last piece can be read again. */
function openStream(chunks: AsyncIterator<Uint8Array>, bytes: number): OpenFile {
  let held = new Uint8Array(0);
  let heldFrom = 0;
  return {
    bytes,
    filename: undefined,
    contentType: undefined,
    async read(start, end) {
      if (start < heldFrom) throw new TypeError(`The stream cannot go back to byte ${start}: pass a path or a Blob.`);
      const parts: Uint8Array[] = [held];
      let from = heldFrom;
      let at = heldFrom + held.length;
      // After the last byte comes the end of the stream, and no further byte.
      while (at < end || (end === bytes && at === bytes)) {
        const { done, value } = await chunks.next();
        if (done) break;
        parts.push(value);
        at += value.length;
        while (parts[0] && from + parts[0].length <= start) from += parts.shift()?.length ?? 0;
      }
      if (at < end) throw new TypeError(`The stream ended after ${at} of ${bytes} bytes.`);
      if (at > bytes) throw new TypeError(`The stream has more than the ${bytes} bytes that \`bytes\` says.`);
      held = joined(parts).subarray(start - from);
      heldFrom = start;
      return held.slice(0, end - start);
    },
    close: async () => void (await chunks.return?.()),
  };
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Safari cannot iterate a stream (WebKit bug 194379, checked 2026-11). */
function chunksOf(stream: ReadableStream<Uint8Array>): AsyncIterator<Uint8Array> {
  const reader = stream.getReader();
  return {
    next: async () => {
      const { done, value } = await reader.read();
      return done ? { done, value: undefined } : { done, value };
    },
    return: async () => {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}
