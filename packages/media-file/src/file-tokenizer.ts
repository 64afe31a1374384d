import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3/core';
import { openWindow } from './byte-window.ts';
import type { MediaBytes } from './media-bytes.ts';

/** A file as the reader of ZIP archives takes it: through a small window in memory. */
export class FileTokenizer extends AbstractTokenizer {
  readonly fileInfo: { readonly size: number };
  readonly #window: ReturnType<typeof openWindow>;

  constructor(file: MediaBytes) {
    super();
    this.fileInfo = { size: file.size };
    this.#window = openWindow(file);
  }

  supportsRandomAccess(): boolean {
    return true;
  }

  setPosition(position: number): void {
    this.position = position;
  }

  async peekBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position, length, mayBeLess } = this.normalizeOptions(target, options);
    const bytes = await this.#window.bytesAt(position, length);
    if (bytes.length < length && !mayBeLess) throw new EndOfStreamError();
    target.set(bytes);
    return bytes.length;
  }

  async readBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position } = this.normalizeOptions(target, options);
    const read = await this.peekBuffer(target, options);
    this.position = position + read;
    return read;
  }
}
