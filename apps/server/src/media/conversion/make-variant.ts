import { type FilePart, moveIndexFirst } from '@fanfare/media-file';
import { type FileForm, type ImageForm, nameOfForm } from '@fanfare/rules';
import type { Database } from '../../db/database.ts';
import type { KeyedSemaphore } from '../../process/semaphore.ts';
import { inspectFile } from '../inspect-file.ts';
import type { MediaRow } from '../media.table.ts';
import type { MediaAddresses } from '../media-addresses.ts';
import type { MediaStore } from '../stores/media-store.ts';
import type { ImageConverter } from './image-converter.ts';
import { findVariants, insertVariant, type MediaVariant } from './media-variants.table.ts';

export type MakeVariantDeps = {
  readonly db: Database;
  readonly store: MediaStore;
  readonly addresses: Pick<MediaAddresses, 'newKey'>;
  readonly converter: ImageConverter;
  /** Makes a variant once at a time. */
  readonly variantMutex: KeyedSemaphore;
};

/**
 * Finds the variant of a hosted file, or makes it. Null when the file cannot be read, or was
 * deleted. Bytes come first and the row last: what breaks off leaves bytes without a row, which the
 * job deletes.
 */
export function makeVariant(deps: MakeVariantDeps, file: MediaRow, form: FileForm): Promise<MediaVariant | null> {
  const kind = nameOfForm(form);
  const find = async () => {
    const found = await findVariants(deps.db, file.projectId, [file.id]);
    return found.find((variant) => variant.kind === kind) ?? null;
  };
  return deps.variantMutex.run(
    `${file.id} ${kind}`,
    async () => (await find()) ?? ((await make(deps, file, form)) ? await find() : null),
  );
}

/** False when the file cannot be read. */
async function make(deps: MakeVariantDeps, file: MediaRow, form: FileForm): Promise<boolean> {
  const { db, store, addresses } = deps;
  const { projectId, id: mediaId, filename } = file;
  if ((await store.size(file.key)) !== file.bytes) return false;
  const made = form.type === 'index-first' ? await moveIndex(deps, file) : await convertImage(deps, file, form);
  if (!made) return false;
  const key = addresses.newKey();
  let isKept = false;
  try {
    const size = await store.append(key, 0, made);
    await store.finish(key, size);
    const { facts, sha256 } = await inspectFile(store, { key, size });
    const { contentType, bytes } = facts;
    const kind = nameOfForm(form);
    isKept = await insertVariant(db, {
      ...{ projectId, mediaId, kind, key, filename, contentType, bytes, sha256, facts },
    });
    return true;
  } finally {
    // Another server has made the same, or the file was deleted meanwhile.
    if (!isKept) await store.remove(key);
  }
}

type Made = AsyncIterable<Uint8Array>;

async function convertImage(
  { store, converter }: MakeVariantDeps,
  { key, bytes, facts }: MediaRow,
  form: ImageForm,
): Promise<Made | null> {
  if (facts?.type !== 'image') return null;
  const converted = await converter.convert(await store.read(key, 0, bytes), facts, form);
  return converted && once(converted);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Copies a video in its new order, without holding its content in memory. */
async function moveIndex({ store }: MakeVariantDeps, { key, bytes: size }: MediaRow): Promise<Made | null> {
  const parts = await moveIndexFirst({ size, read: (start, end) => store.read(key, start, end) });
  return parts && inOrder(store, key, parts);
}

async function* inOrder(store: MediaStore, key: string, parts: readonly FilePart[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Uint8Array) yield part;
    else yield* store.stream(key, part.start, part.end);
  }
}
