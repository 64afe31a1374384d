import { example } from '../example.ts';
import { exampleAwaitedFile, exampleMediaFile } from '../example-media-files.ts';
import type { media } from './media.ts';
import type { NotesOf } from './route-notes.ts';

const { filename, contentType, bytes } = exampleMediaFile;

export const mediaNotes: NotesOf<typeof media> = {
  create: {
    operationId: 'createMedia',
    tag: 'Media',
    summary: 'Announce a file',
    description:
      'Announces a file and answers where its bytes go: send them by `PUT` to `uploadUrl` with `uploadHeaders`, without an API key, then call `POST /api/v1/media/:id/complete`. A browser can do the `PUT`. An upload that broke off goes on from its offset, as tus 1.0 clients do it (`HEAD`, then `PATCH`). With an `Idempotency-Key` a repeated call answers the same file.',
    requests: [example('A picture', { filename, contentType, bytes })],
    answers: {
      200: {
        description: 'The key was used before; this is its file.',
        headers: ['Idempotency-Mismatch'],
        example: example('Announced before', { media: exampleAwaitedFile }),
      },
      201: {
        description: 'The file is announced; its bytes can come.',
        example: example('Announced', { media: exampleAwaitedFile }),
      },
    },
  },
  put: {
    operationId: 'putMedia',
    tag: 'Media',
    summary: 'Upload a small file',
    description:
      'Takes the raw bytes of a file of at most 8 MiB as the body and answers it checked, in one call: `curl -T latte.png`. `Content-Type` is not read; the bytes tell what the file is. Announce a larger file with `POST /api/v1/media`. A repeated call with its `Idempotency-Key` answers the same file, and finishes one that broke off; the key covers the name, the size and the bytes.',
    requests: [],
    answers: {
      200: {
        description: 'The key was used before; this is its file.',
        headers: ['Idempotency-Mismatch'],
        example: example('Uploaded before', { media: exampleMediaFile }),
      },
      201: {
        description: 'The file is checked; read `status` and `problems`.',
        example: example('Ready', { media: exampleMediaFile }),
      },
    },
  },
  fromUrl: {
    operationId: 'createMediaFromUrl',
    tag: 'Media',
    summary: 'Copy a public file',
    description:
      'Fetches a public file, keeps a copy and checks it. Networks then read the copy: its address does not redirect, expire or ask for a sign-in.',
    requests: [example('A picture', { url: 'https://cdn.example.com/bakery/rye.png' })],
    answers: {
      200: {
        description: 'The key was used before; this is its file.',
        headers: ['Idempotency-Mismatch'],
        example: example('Copied before', { media: exampleMediaFile }),
      },
      201: {
        description: 'The copy is checked; read `status`.',
        example: example('Copied', { media: exampleMediaFile }),
      },
    },
  },
  complete: {
    operationId: 'completeMedia',
    tag: 'Media',
    summary: 'Check an uploaded file',
    description:
      'Checks the bytes and answers what the file is: type, size, duration, codecs, and the rules of each platform that it breaks. A file whose bytes are not what was announced, or neither image nor video, is `refused`. A repeated call answers the same.',
    requests: [],
    answers: {
      200: {
        description: 'The file is checked; read `status` and `problems`.',
        example: example('Ready', { media: exampleMediaFile }),
      },
    },
  },
  list: {
    operationId: 'listMedia',
    tag: 'Media',
    summary: 'List files',
    description: 'Files of the project, newest first.',
    requests: [],
    answers: {
      200: {
        description: 'One page.',
        example: example('One file', { media: [exampleMediaFile], hasMore: false, nextCursor: null }),
      },
    },
  },
  get: {
    operationId: 'getMedia',
    tag: 'Media',
    summary: 'Read a file',
    description: 'One file of the project, with the rules of platforms that it breaks.',
    requests: [],
    answers: { 200: { description: 'The file.', example: example('Ready', { media: exampleMediaFile }) } },
  },
  delete: {
    operationId: 'deleteMedia',
    tag: 'Media',
    summary: 'Delete a file',
    description:
      'Deletes a file and its bytes. Posts that have settled keep what is on the networks. A file that a waiting post or a draft uses is kept.',
    requests: [],
    answers: { 200: { description: 'The file is gone.', example: example('Deleted', { deleted: true }) } },
  },
};
