import { text } from 'node:stream/consumers';
import { ConfigError } from '../../config/config.ts';
import { bucketAddress, type S3Settings } from '../../config/s3-settings.ts';
import { S3Refused } from './s3/s3-failure.ts';
import type { S3Objects } from './s3/s3-objects.ts';
import { MARKER, type StoreMarker } from './store-marker.ts';

/** The marker of a bucket. Throws StoreUnavailable when the bucket gives no answer. */
export function bucketMarker(settings: S3Settings, objects: S3Objects): StoreMarker {
  const named = `MEDIA_S3_BUCKET: ${bucketAddress(settings).href}`;
  const usable = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (cause) {
      // Without an answer nothing is known about the settings.
      if (!(cause instanceof S3Refused) || cause.isPassing) throw cause;
      throw new ConfigError(`${named} cannot be used. ${cause.message}`, { cause });
    }
  };
  const read = () =>
    usable(async () => {
      const body = await objects.open(MARKER, null);
      return body && (await text(body)).trim();
    });
  return {
    named,
    place: `the object ${MARKER}`,
    emptyOne: 'Set an empty bucket.',
    sharedOne: (name) =>
      `the bucket of the other servers, or was emptied. Set theirs. To use this one instead, copy the files into it, then write ${name} into its object ${MARKER} (docs/media-stores.md).`,
    read,
    write: (name) => usable(() => objects.put(MARKER, Buffer.from(`${name}\n`))),
    hasFiles: () =>
      usable(async () => {
        for await (const { object } of objects.list('', 2)) if (object !== MARKER) return true;
        return false;
      }),
  };
}
