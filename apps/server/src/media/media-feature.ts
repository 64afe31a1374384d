import type { DiskBudget, Egress, OpenHosted } from '@fanfare/network';
import type { Networks } from '../config/networks.ts';
import type { CallersPool, PublishingPool, UpkeepPool } from '../db/database.ts';
import { createClientLimit } from '../http/client-limit.ts';
import type { Ids } from '../process/ids.ts';
import type { Logger } from '../process/log/log.ts';
import { createKeyedSemaphore } from '../process/semaphore.ts';
import { createImageConverter } from './conversion/image-converter.ts';
import { makeVariant } from './conversion/make-variant.ts';
import { createToSentDraft, type ToSentDraft } from './conversion/to-sent-draft.ts';
import { createDeleteEndedMedia } from './delete-ended-media.ts';
import { createFindHosted, type FindHosted } from './find-hosted.ts';
import { createHostCopy, type HostCopyOf } from './host-copy.ts';
import { mediaHandlers } from './media.handlers.ts';
import { createMediaAddresses } from './media-addresses.ts';
import { notHosting } from './not-hosting.ts';
import { createOpenHosted } from './open-hosted.ts';
import type { CountPages } from './pages/page-counter.ts';
import { serveRoutes } from './serve.routes.ts';
import type { MediaStore } from './stores/media-store.ts';
import { createRunningUploads } from './uploads/running-uploads.ts';
import { uploadRoutes } from './uploads/upload.routes.ts';

export type MediaDeps = {
  readonly db: CallersPool;
  readonly publishing: PublishingPool;
  readonly upkeep: UpkeepPool;
  readonly ids: Ids;
  readonly log: Logger;
  readonly now: () => Date;
  readonly monotonicMs: () => number;
  /** Requests a minute of one address for files and uploads that do not exist. */
  readonly missesPerMinute: number;
  readonly networks: Networks;
  readonly egress: Egress;
  readonly countPages: CountPages;
  readonly mediaDiskBudget: DiskBudget;
  /** Null for an installation that hosts no files. */
  readonly mediaStore: MediaStore | null;
  readonly baseUrl: string;
  /** Public address of hosted files; null for that of the server. */
  readonly mediaUrl: string | null;
  /** Whether copies are sent of files that a network cannot fetch. */
  readonly sendsCopies: boolean;
  /** Secret of the installation, from which addresses of uploads are made. */
  readonly secret: Buffer;
  readonly wakeEvents: () => void;
  /** Longest wait for a byte of an upload; 30 seconds by default. */
  readonly uploadIdleMs?: number | undefined;
};

/** A project has so many files read at once for their checks; its others wait. */
const CHECKS_OF_PROJECT = 4;

/** Hosted files: uploads, their public addresses, and their use in posts. */
export function mediaFeature({ mediaStore: store, ...deps }: MediaDeps) {
  const { db, baseUrl, log } = deps;
  if (store === null) return notHosting();
  const addresses = createMediaAddresses({
    ...{ ...deps, mediaUrl: deps.mediaUrl ?? baseUrl, uploadSecret: deps.secret },
  });
  const uploads = createRunningUploads({ ...deps, most: store.mostWrites });
  const misses = createClientLimit({ ...deps, perMinute: deps.missesPerMinute, messageOf: missMessage });
  const ofUploads = { ...deps, store, uploads, misses, idleMs: deps.uploadIdleMs };
  const converter = createImageConverter({ log });
  const variants = { ...deps, store, addresses, converter, variantMutex: createKeyedSemaphore(1) };
  const findHosted: FindHosted = createFindHosted({
    ...{ db, addresses, converter },
    makeVariant: (file, form) => makeVariant(variants, file, form),
  });
  const toSentDraft: ToSentDraft = createToSentDraft({ ...deps, db: deps.publishing, addresses });
  const openHosted: (projectId: string) => OpenHosted = createOpenHosted({ db: deps.publishing, store, addresses });
  const checks = createKeyedSemaphore(CHECKS_OF_PROJECT);
  const copying = { ...deps, db: deps.publishing, store, addresses, converter, checks };
  const hostCopy: HostCopyOf | null = deps.sendsCopies ? createHostCopy(copying) : null;
  return {
    handlers: {
      media: mediaHandlers({
        ...{ ...ofUploads, addresses, converter },
        ...{ mediaMutex: createKeyedSemaphore(1), checks },
      }),
    },
    routes: [uploadRoutes(ofUploads), serveRoutes({ db, store, log, misses })],
    jobs: { 'delete-media': createDeleteEndedMedia({ ...deps, store }) },
    drain: uploads.drain,
    close: uploads.close,
    findHosted,
    openHosted,
    hostCopy,
    toSentDraft,
  };
}

const missMessage = (perMinute: number, seconds: string): string =>
  `More than ${perMinute} requests a minute for files that do not exist came from your address. Try again in ${seconds} s.`;
