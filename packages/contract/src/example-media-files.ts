import type { MediaFile } from './media-files.ts';

const key = '9f2c61b07d3e4a58b1c06e7fd4a2983b';

export const exampleMediaFile: MediaFile = {
  id: 'med_01m7w4k2rvf0t9d6q1x8c3n5ya',
  status: 'ready',
  filename: 'rye.png',
  contentType: 'image/png',
  bytes: 482_113,
  facts: {
    ...{ type: 'image', width: 1080, height: 1350, orientation: 1, frames: 1 },
    ...{ pages: null, durationMs: null, framesPerSecond: null, videoCodec: null, audioCodec: null },
  },
  problems: [
    {
      platform: 'instagram',
      rule: 'instagram.image.type',
      message: 'The file is PNG; allowed: JPEG. Convert it, or use another file.',
    },
  ],
  error: null,
  createdAt: '2026-11-20T09:28:30.250Z',
  sha256: '7d1f0f0e64b41d5a3c3f8a6f6a2f4f1b6a0f5c9f3f6e0f8a4a3f5f0b5d8a9c11',
  url: `https://fanfare.example.com/m/${key}/rye.png`,
  ...{ uploadUrl: null, uploadHeaders: null, uploadExpiresAt: null },
  expiresAt: '2026-11-22T09:28:30.250Z',
};

export const exampleAwaitedFile: MediaFile = {
  ...exampleMediaFile,
  status: 'awaiting_upload',
  ...{ sha256: null, facts: null, problems: [] },
  uploadUrl: 'https://fanfare.example.com/uploads/Jm4cXo1b0dTq5wYk8sR2uVnP7hZa9LfEgB3iKxM6tCs',
  uploadHeaders: { 'Content-Type': 'image/png' },
  uploadExpiresAt: '2026-11-20T10:28:30.250Z',
};

export const exampleRefusedFile: MediaFile = {
  ...exampleMediaFile,
  status: 'refused',
  ...{ facts: null, problems: [] },
  error: 'The bytes are neither an image nor a video that can be read: the file is cut off, broken or of another type.',
};
