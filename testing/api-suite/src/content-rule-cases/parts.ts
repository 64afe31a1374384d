import type { Part } from './content-rule-case.ts';

export const image = (more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'image',
  url: 'https://cdn.example.com/a.jpg',
  ...more,
});
export const video = (more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'video',
  url: 'https://cdn.example.com/a.mp4',
  ...more,
});
export const document = (more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'document',
  url: 'https://cdn.example.com/a.pdf',
  ...more,
});
export const caption = (language: string) => ({ url: 'https://cdn.example.com/a.srt', language });
export const times = (count: number, word: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => word(at)).join(' ');
export const withImage = (content: string): Part => ({ content, mediaItems: [image()] });
