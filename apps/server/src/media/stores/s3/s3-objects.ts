import { S3Refused } from './s3-failure.ts';
import type { S3Answer, S3Body, S3Requests } from './s3-requests.ts';
import { xmlText, xmlTexts } from './xml-texts.ts';

export type ListedObject = { readonly object: string; readonly changedAt: Date };

/** Objects of the bucket. */
export function createS3Objects(requests: S3Requests) {
  const { send, sendForText } = requests;
  return {
    /** Size of an object; null for none. */
    async size(object: string): Promise<number | null> {
      const answer = await send({ method: 'HEAD', object }, [200, 404]);
      await answer.body.text();
      return answer.status === 404 ? null : Number(answer.header('content-length') ?? Number.NaN);
    },
    /** Opens a part of an object, or all of it. Null for no object, or nothing of it there. */
    async open(
      object: string,
      range: { readonly start: number; readonly end: number } | null,
      signal?: AbortSignal,
    ): Promise<S3Answer['body'] | null> {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end - 1}` } : {};
      const call = { method: 'GET', object, headers, ...(signal && { signal }) } as const;
      try {
        return (await send(call, [range ? 206 : 200])).body;
      } catch (error) {
        if (error instanceof S3Refused && (error.code === 'NoSuchKey' || error.status === 416)) return null;
        throw error;
      }
    },
    async put(object: string, body: S3Body, headers: Readonly<Record<string, string>> = {}) {
      await sendForText({ method: 'PUT', object, body, headers });
    },
    async copy(from: string, to: string, bucket: string): Promise<void> {
      await sendForText({ method: 'PUT', object: to, headers: { 'x-amz-copy-source': `/${bucket}/${from}` } });
    },
    async remove(object: string): Promise<void> {
      await sendForText({ method: 'DELETE', object }, [200, 204, 404]);
    },
    /** Objects whose names begin with `prefix`, in their order. */
    async *list(prefix: string, pageSize = 1_000): AsyncGenerator<ListedObject, void, undefined> {
      for (let token: string | null = ''; token !== null; ) {
        const query = {
          ...{ 'list-type': '2', 'max-keys': String(pageSize), prefix },
          ...(token && { 'continuation-token': token }),
        };
        const { text } = await sendForText({ method: 'GET', query });
        for (const entry of xmlTexts(text, 'Contents'))
          yield { object: xmlText(entry, 'Key') ?? '', changedAt: new Date(xmlText(entry, 'LastModified') ?? '') };
        token = xmlText(text, 'IsTruncated') === 'true' ? xmlText(text, 'NextContinuationToken') : null;
      }
    },
    /** Throws S3Refused when the bucket does not answer for itself. */
    async checkBucket(): Promise<void> {
      await sendForText({ method: 'GET', query: { 'list-type': '2', 'max-keys': '1' } });
    },
  };
}

export type S3Objects = ReturnType<typeof createS3Objects>;
