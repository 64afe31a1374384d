import { S3Refused } from './s3-failure.ts';
import type { S3Body, S3Requests } from './s3-requests.ts';
import { xmlText, xmlTexts } from './xml-texts.ts';

/**
 * Bytes of each part but the last. All must be equal for R2, and have 5 MiB or more
 * (developers.cloudflare.com/r2/objects/multipart-objects, 2026-11).
 */
export const PART_BYTES = 8 * 1024 * 1024;

export type MultipartUpload = { readonly object: string; readonly id: string; readonly startedAt: Date };
export type UploadedPart = { readonly number: number; readonly etag: string; readonly size: number };

/** Multipart uploads of the bucket. A file of 1 GiB has 128 parts, which one answer lists. */
export function createS3Multipart({ sendForText }: S3Requests) {
  return {
    async begin(object: string): Promise<MultipartUpload> {
      const { text } = await sendForText({ method: 'POST', object, query: { uploads: '' } });
      return { object, id: xmlText(text, 'UploadId') ?? '', startedAt: new Date(0) };
    },
    /** Uploads that have neither ended nor been given up, oldest first for each object. */
    async *list(prefix: string): AsyncGenerator<MultipartUpload, void, undefined> {
      for (let marker: Readonly<Record<string, string>> | null = {}; marker !== null; ) {
        const { text } = await sendForText({ method: 'GET', query: { uploads: '', prefix, ...marker } });
        for (const entry of xmlTexts(text, 'Upload'))
          yield {
            object: xmlText(entry, 'Key') ?? '',
            id: xmlText(entry, 'UploadId') ?? '',
            startedAt: new Date(xmlText(entry, 'Initiated') ?? ''),
          };
        marker =
          xmlText(text, 'IsTruncated') === 'true'
            ? {
                'key-marker': xmlText(text, 'NextKeyMarker') ?? '',
                'upload-id-marker': xmlText(text, 'NextUploadIdMarker') ?? '',
              }
            : null;
      }
    },
    /** The parts without a gap, from the first on. */
    async parts({ object, id }: MultipartUpload): Promise<readonly UploadedPart[]> {
      const { status, text } = await sendForText({ method: 'GET', object, query: { uploadId: id } }, [200, 404]);
      if (status === 404) return [];
      const listed = xmlTexts(text, 'Part').map((entry) => ({
        number: Number(xmlText(entry, 'PartNumber')),
        etag: xmlText(entry, 'ETag') ?? '',
        size: Number(xmlText(entry, 'Size')),
      }));
      const sorted = listed.sort((a, b) => a.number - b.number);
      const gap = sorted.findIndex(({ number }, index) => number !== index + 1);
      return gap === -1 ? sorted : sorted.slice(0, gap);
    },
    async addPart({ object, id }: MultipartUpload, number: number, body: S3Body): Promise<void> {
      await sendForText({ method: 'PUT', object, query: { partNumber: String(number), uploadId: id }, body });
    },
    /** Joins the parts. False when the upload is gone: it was joined before, or given up. */
    async join({ object, id }: MultipartUpload, parts: readonly UploadedPart[]): Promise<boolean> {
      const entries = parts.map(
        ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`,
      );
      const xml = `<CompleteMultipartUpload>${entries.join('')}</CompleteMultipartUpload>`;
      try {
        await sendForText({ method: 'POST', object, query: { uploadId: id }, body: Buffer.from(xml) });
        return true;
      } catch (error) {
        if (error instanceof S3Refused && error.code === 'NoSuchUpload') return false;
        throw error;
      }
    },
    async giveUp({ object, id }: MultipartUpload): Promise<void> {
      await sendForText({ method: 'DELETE', object, query: { uploadId: id } }, [200, 204, 404]);
    },
  };
}

export type S3Multipart = ReturnType<typeof createS3Multipart>;
