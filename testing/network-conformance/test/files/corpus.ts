import { readFileSync } from 'node:fs';
import { PICTURES } from './pictures.ts';
import { VIDEOS } from './videos.ts';

/** A file, how a post uses it, and every rule that it breaks when it is the only item. */
export type CorpusFile = {
  readonly name: string;
  readonly as: 'image' | 'video';
  readonly bytes: () => Buffer;
  readonly breaks: readonly string[];
};

const SAMPLES = new URL('../../../../packages/sandbox/samples/', import.meta.url);
const sample = (name: string, as: CorpusFile['as'], breaks: readonly string[] = []): CorpusFile => ({
  ...{ name: `sample ${name}`, as, breaks },
  bytes: () => readFileSync(new URL(name, SAMPLES)),
});

/** Files of every kind, right and wrong, at each limit of each network and one beyond. */
export const CORPUS: readonly CorpusFile[] = [
  sample('beans.jpg', 'image'),
  sample('harbour.jpg', 'image'),
  sample('roastery.jpg', 'image'),
  sample('cover.jpg', 'image', ['instagram.image.aspect_ratio']),
  sample('latte.png', 'image', ['instagram.image.type']),
  sample('clip.mp4', 'video'),
  ...PICTURES,
  ...VIDEOS,
];
