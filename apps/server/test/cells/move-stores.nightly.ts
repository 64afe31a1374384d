import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveWorkspace } from '../../src/cells/move/move-workspace.ts';
import type { S3Settings } from '../../src/config/s3-settings.ts';
import { findMediaDifferences } from '../../src/media/find-media-differences.ts';
import { hashFile } from '../../src/media/inspect-file.ts';
import { createDiskStore } from '../../src/media/stores/disk-store.ts';
import type { MediaStore } from '../../src/media/stores/media-store.ts';
import { createS3Store } from '../../src/media/stores/s3/s3-store.ts';
import { systemClock } from '../../src/process/clock.ts';
import { missingCeph, type S3Server, startCeph } from '../media/start-ceph.ts';
import { PICTURE, putPicture } from './move-load.ts';
import { openCell, projectIn, startCell, type TestCell } from './use-cells.ts';

type Place = { readonly env: Record<string, string>; readonly store: MediaStore };
type Kind = 'folder' | 'bucket';

const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-move-stores-'));
let ceph: S3Server;
const cells: TestCell[] = [];
let names = 0;

async function newPlace(kind: Kind): Promise<Place> {
  const name = `place${++names}`;
  if (kind === 'folder') {
    const own = path.join(folder, name);
    return { env: { MEDIA_DIR: own }, store: createDiskStore({ folder: own }) };
  }
  const settings = await ceph.bucket(name);
  return { env: envOf(settings), store: createS3Store({ settings, clock: systemClock }) };
}

const envOf = ({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings) => ({
  ...{ MEDIA_S3_ENDPOINT: endpoint, MEDIA_S3_BUCKET: bucket, MEDIA_S3_REGION: region },
  ...{ MEDIA_S3_ACCESS_KEY_ID: accessKeyId, MEDIA_S3_SECRET_ACCESS_KEY: secretAccessKey.reveal() },
});

describe.skipIf(missingCeph() !== null)('hosted files move between cells', () => {
  beforeAll(async () => {
    ceph = await startCeph();
  }, 120_000);
  afterAll(async () => {
    for (const cell of cells) await cell.stop();
    await ceph.stop();
    rmSync(folder, { recursive: true });
  }, 60_000);

  test.each<[Kind, Kind]>([
    ['folder', 'bucket'],
    ['bucket', 'folder'],
    ['bucket', 'bucket'],
  ])(
    'from a %s to a %s, small ones and one of several parts',
    async (here, there) => {
      const [a, b] = [await newPlace(here), await newPlace(there)];
      const [eu1, us1] = [await startCell('eu1', { env: a.env }), await startCell('us1', { env: b.env })];
      cells.push(eu1, us1);
      const [from, to] = [openCell(eu1), openCell(us1)];
      const { project, workspaceId, projectId } = await projectIn(eu1);
      const { media } = (await putPicture({ baseUrl: eu1.baseUrl, apiKey: project.apiKey }, 'one')).body;
      // Two parts and a rest, as a video has.
      const large = { key: 'f'.repeat(32), bytes: 20 * 1024 ** 2 };
      await a.store.append(
        large.key,
        0,
        (async function* () {
          for (let at = 0; at < large.bytes; at += 1024 ** 2) yield Buffer.alloc(1024 ** 2, `part ${at}`);
        })(),
      );
      await a.store.finish(large.key, large.bytes);
      const sha256 = await hashFile(a.store, { key: large.key, size: large.bytes });
      await eu1.db.query({
        text: `insert into media (project_id, id, key, status, filename, content_type, bytes, sha256, facts, look_at)
               values ($1, gen_random_uuid(), $2, 'ready', 'large.mp4', 'video/mp4', $3, $4, '{}', now() + interval '1 day')`,
        values: [projectId, large.key, large.bytes, sha256],
      });
      const stores = { from: { ...from, store: a.store }, to: { ...to, store: b.store } };
      await moveWorkspace({ ...stores, drainMs: 20_000, fencedMs: 0, onStep: () => undefined }, workspaceId);
      const moved = await fetch(media.url.replace(eu1.baseUrl, us1.baseUrl));
      expect(Buffer.from(await moved.arrayBuffer()).equals(PICTURE)).toBe(true);
      expect(await hashFile(b.store, { key: large.key, size: large.bytes })).toBe(sha256);
      expect(await findMediaDifferences({ db: us1.db, store: b.store, now: () => new Date() })).toEqual([]);
      await Promise.all([from.close(), to.close()]);
    },
    120_000,
  );
});
