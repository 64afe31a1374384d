import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDiskStore } from '../../src/media/stores/disk-store.ts';
import type { MediaStore } from '../../src/media/stores/media-store.ts';
import { createS3Store } from '../../src/media/stores/s3/s3-store.ts';
import { systemClock } from '../../src/process/clock.ts';
import { startCeph } from '../media/start-ceph.ts';

/** Store in which the servers of a run keep hosted files. */
export type MediaPlace = {
  readonly environment: Readonly<Record<string, string>>;
  /** The same files, for the judge. */
  readonly store: MediaStore;
  remove(): Promise<void>;
};

export async function makeFolder(): Promise<MediaPlace> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fanfare-chaos-media-'));
  return {
    environment: { MEDIA_DIR: folder },
    store: createDiskStore({ folder }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * Pictures of the load that are converted go straight to the bucket, larger ones through a server.
 */
const DIRECT_BYTES = 300_000;
const BUCKET_BYTES = 4 * 2 ** 30;

/** A bucket of a real S3 server, which survives the servers. */
export async function makeBucket(): Promise<MediaPlace> {
  const ceph = await startCeph({ bytes: BUCKET_BYTES });
  const settings = await ceph.bucket('chaos', { directBytes: DIRECT_BYTES });
  const store = createS3Store({ settings, clock: systemClock });
  return {
    environment: {
      MEDIA_S3_ENDPOINT: settings.endpoint,
      MEDIA_S3_BUCKET: settings.bucket,
      MEDIA_S3_REGION: settings.region,
      MEDIA_S3_ACCESS_KEY_ID: settings.accessKeyId,
      MEDIA_S3_SECRET_ACCESS_KEY: settings.secretAccessKey.reveal(),
      MEDIA_S3_DIRECT_BYTES: String(settings.directBytes),
    },
    store,
    async remove() {
      await store.close();
      await ceph.stop();
    },
  };
}
