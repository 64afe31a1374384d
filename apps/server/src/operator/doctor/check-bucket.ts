import { text } from 'node:stream/consumers';
import type { Clock } from '@fanfare/network';
import type { S3Settings } from '../../config/s3-settings.ts';
import { StoreUnavailable } from '../../media/stores/media-store.ts';
import { createS3Multipart } from '../../media/stores/s3/s3-multipart.ts';
import { createS3Objects } from '../../media/stores/s3/s3-objects.ts';
import { createS3Requests, type S3Requests } from '../../media/stores/s3/s3-requests.ts';
import { type Finding, ok, problem, skipped, warning } from './finding.ts';

const CONTENT = 'fanfare';
/** SHA-256 of the content, as the header has it. */
const SHA256 = '2m0Y3KJW3n9k86odbcIG9WFMqRG36wEtU5uI8xhCtmY=';
const PAGE = 'docs/media-stores.md';

type Deps = {
  readonly s3: S3Settings | null;
  /** Public address of the server, whose pages upload; null when it is not set. */
  readonly baseUrl: string | null;
  /** Makes the name of the object that is written and deleted. */
  readonly randomBytes: (bytes: number) => Buffer;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
};

/**
 * Checks that the bucket of hosted files can be used: writes, reads, lists and deletes an object.
 */
export async function checkBucket({ s3, baseUrl, randomBytes, clock }: Deps): Promise<Finding> {
  if (s3 === null) return skipped('files', 'MEDIA_S3_BUCKET is not set.');
  const requests = createS3Requests({ settings: s3, clock });
  const object = `doctor/${randomBytes(8).toString('hex')}`;
  try {
    const failed = await tryObject(requests, s3, object);
    if (failed !== null) return failed;
    const works = `The bucket ${s3.bucket} takes, reads, lists and deletes objects.`;
    if (s3.directBytes === 0) return ok('files', works);
    const origin = baseUrl === null ? 'https://example.com' : new URL(baseUrl).origin;
    if (await allowsPages(requests, s3, origin, object))
      return ok('files', `${works} Pages of ${origin} may upload to it.`);
    return warning(
      'files',
      `${works} Pages of ${origin} may not upload to it: it has no CORS rule for PUT.`,
      `Set the rule of ${PAGE}, or MEDIA_S3_DIRECT_BYTES=0 to send all files through this server.`,
    );
  } finally {
    await requests.close();
  }
}

/** Returns what does not work; null when all does. */
async function tryObject(requests: S3Requests, s3: S3Settings, object: string): Promise<Finding | null> {
  const objects = createS3Objects(requests);
  const multipart = createS3Multipart(requests);
  let step = 'written';
  try {
    await objects.put(object, Buffer.from(CONTENT));
    step = 'read in part';
    const body = await objects.open(object, { start: 3, end: 5 });
    if (body === null || (await text(body)) !== CONTENT.slice(3, 5)) return cannot(s3, step, 'It answers other bytes.');
    step = 'copied';
    await objects.copy(object, `${object}-copy`, s3.bucket);
    step = 'listed';
    let found = 0;
    for await (const _ of objects.list(object)) found++;
    if (found !== 2) return cannot(s3, step, 'The list has other objects.');
    step = 'written in parts';
    await multipart.giveUp(await multipart.begin(object));
    step = 'deleted';
    for (const name of [object, `${object}-copy`]) await objects.remove(name);
    if ((await objects.size(object)) !== null) return cannot(s3, step, 'It is still there.');
    if (!s3.checksums) return null;
    step = 'written with a checksum';
    await objects.put(object, Buffer.from(CONTENT), { 'x-amz-checksum-sha256': SHA256 });
    await objects.remove(object);
    return null;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    const isChecksum = step === 'written with a checksum';
    return cannot(s3, step, error.message, isChecksum ? 'Set MEDIA_S3_CHECKSUMS=false.' : undefined);
  }
}

const cannot = (
  { bucket }: S3Settings,
  step: string,
  why: string,
  fix = `Check the settings of the bucket and the rights of its key, see ${PAGE}.`,
): Finding => problem('files', `An object of the bucket ${bucket} cannot be ${step}. ${why}`, fix);

/** Whether a page may send a file to a presigned address, as a browser asks it. */
async function allowsPages(
  { send }: S3Requests,
  { checksums }: S3Settings,
  origin: string,
  object: string,
): Promise<boolean> {
  try {
    const answer = await send(
      {
        ...{ method: 'OPTIONS', object },
        headers: {
          ...{ origin, 'access-control-request-method': 'PUT' },
          'access-control-request-headers': checksums ? 'content-type,x-amz-checksum-sha256' : 'content-type',
        },
      },
      [200, 204],
    );
    await answer.body.text();
    return ['*', origin].includes(answer.header('access-control-allow-origin') ?? '');
  } catch (error) {
    if (error instanceof StoreUnavailable) return false;
    throw error;
  }
}
