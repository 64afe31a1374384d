import { Readable } from 'node:stream';
import { ConfigError } from '../../config/config.ts';
import { type MediaStore, StoreUnavailable } from './media-store.ts';

/**
 * A store that gave no answer when the server started, which must not keep posts without files from
 * going out. It is checked before its first use, until the check succeeds.
 */
export function createCheckedStore(store: MediaStore, check: () => Promise<void>): MediaStore {
  let checked: Promise<void> | null = null;
  const ready = (): Promise<void> => {
    checked ??= check().catch((cause: unknown) => {
      checked = null;
      throw cause instanceof ConfigError ? new StoreUnavailable(cause.message, { cause }) : cause;
    });
    return checked;
  };
  const afterCheck =
    <Args extends readonly unknown[], Answer>(work: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      await ready();
      return work(...args);
    };
  async function* read(key: string, start: number, end: number): AsyncGenerator<Uint8Array> {
    await ready();
    yield* store.stream(key, start, end);
  }
  return {
    mostWrites: store.mostWrites,
    received: afterCheck(store.received),
    append: afterCheck(store.append),
    finish: afterCheck(store.finish),
    size: afterCheck(store.size),
    read: afterCheck(store.read),
    stream: (key, start, end) => Readable.from(read(key, start, end), { objectMode: false }),
    remove: afterCheck(store.remove),
    async *list() {
      await ready();
      yield* store.list();
    },
    uploadTo: afterCheck(store.uploadTo),
  };
}
