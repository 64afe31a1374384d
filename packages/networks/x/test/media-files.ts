import { Readable } from 'node:stream';
import {
  type MediaContentType,
  type MediaFile,
  type MediaRequest,
  type MediaSource,
  NetworkError,
} from '@fanfare/network';

/** A file in memory that behaves like a fetched one. */
export function aFile(contentType: MediaContentType, bytes: Uint8Array): MediaFile {
  const buffer = Buffer.from(bytes);
  return {
    contentType,
    size: buffer.length,
    slice: async (start, end) => buffer.subarray(start, end),
    withPart: (start, end, use) => use(buffer.subarray(start, end)),
    stream: () => Readable.from([buffer]),
    countPages: async () => null,
  };
}

/** A media source that holds files by address and records its calls. */
export function mediaOf(files: Readonly<Record<string, MediaFile>>): MediaSource & { readonly asked: MediaRequest[] } {
  const asked: MediaRequest[] = [];
  return {
    asked,
    open: async (request) => {
      asked.push(request);
      const { mediaIndex } = request;
      const file = files[request.url];
      if (file === undefined) {
        throw new NetworkError({ code: 'media_unreachable', outcome: 'not_sent', message: 'No answer.', mediaIndex });
      }
      if (!request.accept.includes(file.contentType) || file.size > request.maxBytes) {
        throw new NetworkError({ code: 'media_rejected', outcome: 'not_sent', message: 'Not that.', mediaIndex });
      }
      return file;
    },
  };
}

/** A GIF of 1 x 1 pixels (GIF89a specification), well formed as far as its blocks go. */
export function gif(options: { frames: number; loop?: boolean; bytesPerFrame?: number }): Buffer {
  const blocks = (length: number): Buffer[] => {
    const parts: Buffer[] = [];
    for (let left = length; left > 0; left -= 255) {
      const size = Math.min(left, 255);
      parts.push(Buffer.from([size]), Buffer.alloc(size, 0x2c));
    }
    return [...parts, Buffer.from([0])];
  };
  const screen = [Buffer.from('GIF89a'), Buffer.from([1, 0, 1, 0, 0x80, 0, 0]), Buffer.alloc(6)];
  const loop = [Buffer.from([0x21, 0xff, 11]), Buffer.from('NETSCAPE2.0'), Buffer.from([3, 1, 0, 0, 0])];
  const frame = [
    Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0]),
    Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x81]),
    Buffer.alloc(12),
    Buffer.from([2]),
    ...blocks(options.bytesPerFrame ?? 2),
  ];
  const frames = Array.from({ length: options.frames }, () => frame).flat();
  return Buffer.concat([...screen, ...(options.loop ? loop : []), ...frames, Buffer.from([0x3b])]);
}
