import { LIMITS } from '@fanfare/contract';
import { bucketAddress, type S3Settings } from '../../../config/s3-settings.ts';
import type { AnnouncedBytes, UploadAddress } from '../media-store.ts';
import { signer } from './s3-requests.ts';

const SECONDS = LIMITS.mediaUploadSeconds.value;

/**
 * An address that takes exactly the announced file: its size, type and checksum are signed. The
 * same file has the same address as long as its upload is open.
 */
export async function presignPut(
  settings: S3Settings,
  object: string,
  { bytes, contentType, announcedSha256, uploadExpiresAt }: Omit<AnnouncedBytes, 'key'>,
): Promise<UploadAddress> {
  const headers: Record<string, string> =
    announcedSha256 === null || !settings.checksums
      ? {}
      : { 'x-amz-checksum-sha256': Buffer.from(announcedSha256, 'hex').toString('base64') };
  const target = bucketAddress(settings, object);
  target.search = new URLSearchParams({ 'X-Amz-Expires': String(SECONDS) }).toString();
  const { url } = await signer(settings, uploadExpiresAt.getTime() - SECONDS * 1_000, {
    method: 'PUT',
    url: target.href,
    headers: { 'content-length': String(bytes), 'content-type': contentType, ...headers },
    ...{ signQuery: true, allHeaders: true },
  }).sign();
  return { url: url.href, headers };
}
