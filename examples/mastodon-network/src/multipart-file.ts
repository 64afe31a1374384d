import { Readable } from 'node:stream';
import type { MediaFile, OutgoingBody } from '@fanfare/network';

type Field = { readonly name: string; readonly value: string };

/**
 * A form with one file in it, as a stream (RFC 7578): a video of 99 MB never stands in memory as a
 * whole. `boundary` must occur in nothing that is sent.
 *
 * @example
 * multipartFile(file, { boundary: randomUUID(), fields: [{ name: 'description', value: 'Boats at dawn' }] });
 */
export function multipartFile(
  file: MediaFile,
  form: { readonly boundary: string; readonly fields: readonly Field[] },
): OutgoingBody {
  const { boundary, fields } = form;
  const extension = file.contentType.split('/').at(-1);
  const head = Buffer.from(
    [
      ...fields.map(
        ({ name, value }) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      ),
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="media.${extension}"\r\n`,
      `Content-Type: ${file.contentType}\r\n\r\n`,
    ].join(''),
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* file.stream();
    yield tail;
  }
  return {
    bytes: Readable.from(parts(), { objectMode: false }),
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength: head.length + file.size + tail.length,
  };
}
