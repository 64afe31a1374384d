import { type ImageForm, nameOfForm } from '@fanfare/rules';
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
 * Finds the variant of a hosted image, or makes it. Null when the image cannot be read, or was
 * deleted. Bytes come first and the row last: what breaks off leaves bytes without a row, which the
 * job deletes.
 */
export function makeVariant(deps: MakeVariantDeps, file: MediaRow, form: ImageForm): Promise<MediaVariant | null> {
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

/** False when the image cannot be read. */
async function make(deps: MakeVariantDeps, file: MediaRow, form: ImageForm): Promise<boolean> {
  const { db, store, converter, addresses } = deps;
  const { facts: original, projectId, id: mediaId, filename } = file;
  if (original?.type !== 'image' || (await store.size(file.key)) !== file.bytes) return false;
  const converted = await converter.convert(await store.read(file.key, 0, file.bytes), original, form);
  if (!converted) return false;
  const key = addresses.newKey();
  const size = converted.length;
  let isKept = false;
  try {
    await store.append(key, 0, once(converted));
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

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
