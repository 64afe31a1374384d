import type { RequestListener } from 'node:http';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The first box of an MP4 without content: enough to recognize the type by its first bytes. */
const MP4 = Buffer.concat([Buffer.from('0000001c667479706d70343200000000', 'hex'), Buffer.alloc(4_096, 'film')]);

const FILES: Readonly<Record<string, { readonly contentType: string; readonly bytes: Buffer }>> = {
  '/files/harbour.png': { contentType: 'image/png', bytes: Buffer.from(PNG, 'base64') },
  '/files/roastery.png': {
    contentType: 'image/png',
    bytes: Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(9)]),
  },
  '/files/clip.mp4': { contentType: 'video/mp4', bytes: MP4 },
};

/** Serves the sample files of the tests, and passes everything else on. */
export function withSampleFiles(next: RequestListener): RequestListener {
  return (request, response) => {
    const file = FILES[request.url ?? ''];
    if (file) response.writeHead(200, { 'content-type': file.contentType }).end(file.bytes);
    else next(request, response);
  };
}
