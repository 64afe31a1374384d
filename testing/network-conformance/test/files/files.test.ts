import { countSlides, readMediaFile } from '@fanfare/media-file';
import { clip, pdfOfPages, pptxOfSlides } from '@fanfare/media-file/testing/files';
import { instagramRules } from '@fanfare/network-instagram/rules';
import { linkedinRules } from '@fanfare/network-linkedin/rules';
import { threadsRules } from '@fanfare/network-threads/rules';
import { xRules } from '@fanfare/network-x/rules';
import { type ContentRules, checkFiles, type Draft } from '@fanfare/rules';
import { judgeFile } from '@fanfare/sandbox/judge-file';
import { expect, test } from 'vitest';
import { CORPUS, type CorpusFile } from './corpus.ts';

type Network = keyof typeof judgeFile;

const RULES: Readonly<Record<Network, ContentRules>> = {
  ...{ instagram: instagramRules, threads: threadsRules, x: xRules, linkedin: linkedinRules },
};

const IMAGE_FORMAT = 'The image format is not supported.';
const VIDEO_FORMAT = 'The video format is not supported.';
const UNPROCESSABLE = '2207085';
const FAILED = 'FAILED_PROCESSING_VIDEO';
const metaImages = (network: string): Readonly<Record<string, string>> => ({
  [`${network}.image.type`]: IMAGE_FORMAT,
  [`${network}.image.max_bytes`]: 'The image size is too large.',
  [`${network}.image.aspect_ratio`]: 'The aspect ratio is not supported.',
});

/**
 * Reasons that the simulator of each network gives for a file that breaks a rule, by the name of
 * the rule or by how it begins.
 */
const REASONS: Readonly<Record<string, string | readonly string[]>> = {
  ...metaImages('instagram'),
  'instagram.file.type': ['not fetched', VIDEO_FORMAT, UNPROCESSABLE],
  'instagram.file.whole': [IMAGE_FORMAT, UNPROCESSABLE, 'not fetched'],
  'instagram.video.type': VIDEO_FORMAT,
  'instagram.video.': UNPROCESSABLE,
  ...metaImages('threads'),
  'threads.file.type': ['not fetched', FAILED],
  'threads.file.whole': [IMAGE_FORMAT, FAILED, 'not fetched'],
  'threads.video.codecs': [FAILED, 'FAILED_PROCESSING_AUDIO'],
  'threads.video.max_duration': 'INVALID_DURATION',
  'threads.video.frame_rate': 'INVALID_FRAME_RATE',
  'threads.video.aspect_ratio': 'INVALID_ASPEC_RATIO',
  'threads.video.max_bit_rate': 'INVALID_BIT_RATE',
  'threads.video.': FAILED,
  'x.file.': 'unrecognized',
  'x.image.type': 'unrecognized',
  'x.video.type': 'unrecognized',
  'x.image.max_bytes': 'too large',
  'x.gif.max_bytes': 'too large',
  'x.video.max_bytes': 'too large',
  'x.': 'not postable',
  'linkedin.image.': 'Unsupported image',
  'linkedin.file.': ['Unsupported image', 'Unsupported codec'],
  'linkedin.video.type': 'Unsupported codec',
  'linkedin.video.bytes': 'Unsupported file size',
  'linkedin.video.duration': 'Unsupported duration',
};

const reasonsOf = (rule: string): readonly string[] => {
  const reasons =
    REASONS[rule] ?? Object.entries(REASONS).find(([start]) => start.endsWith('.') && rule.startsWith(start))?.[1];
  if (reasons === undefined) throw new Error(`no reason is listed for ${rule}`);
  return [reasons].flat();
};

/** Every rule that a file breaks as the only item of a post. */
async function brokenRules({ as }: CorpusFile, bytes: Buffer, network: Network): Promise<readonly string[]> {
  const facts = await readMediaFile({ size: bytes.length, read: async (start, end) => bytes.subarray(start, end) });
  const draft: Draft = {
    ...{ content: '', media: [{ type: as, url: 'https://m.example/a' }], firstComment: null },
    ...{ aiGenerated: false, spaceSlug: null },
  };
  return checkFiles(draft, RULES[network], () => facts).map(({ rule }) => rule);
}

const NETWORKS = Object.keys(judgeFile) as readonly Network[];

test('the corpus has at least 80 files, each with its own name, and breaks every rule that names a limit of a network', () => {
  expect(new Set(CORPUS.map(({ name }) => name)).size).toBe(CORPUS.length);
  expect(CORPUS.length).toBeGreaterThanOrEqual(80);
  const broken = new Set(CORPUS.flatMap(({ breaks }) => breaks));
  // These need a story, a post with more items, a cover, a document or a file of 100 MB, or are
  // limits of the service and not of LinkedIn.
  const others = [
    ...['instagram.story.max_bytes', 'instagram.story.max_duration'],
    ...['x.gif.alone', 'linkedin.cover.type', 'linkedin.image.max_bytes'],
    ...['linkedin.document.max_bytes', 'linkedin.document.max_pages'],
  ];
  const all = NETWORKS.flatMap((network) => (RULES[network].files ?? []).map(({ name }) => name as string));
  expect(all.filter((name) => !broken.has(name))).toEqual(others);
});

test.each(CORPUS.map((file) => [file.name, file] as const))(
  '%s: rules and simulators of all networks agree',
  async (_, file) => {
    const bytes = file.bytes();
    const broken = await Promise.all(NETWORKS.map((network) => brokenRules(file, bytes, network)));
    expect(broken.flat().toSorted()).toEqual([...file.breaks].toSorted());
    for (const [at, network] of NETWORKS.entries()) {
      const rules = broken[at]!;
      const verdict = judgeFile[network]({ bytes, as: file.as });
      if (rules.length === 0) expect(verdict, `${network} on ${file.name}`).toBeNull();
      else expect(rules.flatMap(reasonsOf), `${network} on ${file.name}, which breaks ${rules}`).toContain(verdict);
    }
  },
);

test.each([
  ['PDF', 300, pdfOfPages, async () => 300, [], null],
  ['PDF', 301, pdfOfPages, async () => 301, ['linkedin.document.max_pages'], 'Unsupported page count'],
  ['PPTX', 300, pptxOfSlides, countSlides, [], null],
  ['PPTX', 301, pptxOfSlides, countSlides, ['linkedin.document.max_pages'], 'Unsupported page count'],
] as const)(
  'a %s of %i pages: rules and simulator of LinkedIn agree',
  async (_, count, build, counted, rules, verdict) => {
    const bytes = build(count);
    const file = { size: bytes.length, read: async (start: number, end: number) => bytes.subarray(start, end) };
    const facts = await readMediaFile(file);
    const pages = await counted(file);
    if (facts.type !== 'document') throw new Error(`It is read as ${facts.type}.`);
    const draft: Draft = {
      ...{ content: '', media: [{ type: 'document', url: 'https://m.example/a' }], firstComment: null },
      ...{ aiGenerated: false, spaceSlug: null },
    };
    const broken = checkFiles(draft, RULES.linkedin, () => ({ ...facts, pages })).map(({ rule }) => rule);
    expect([broken, judgeFile.linkedin({ bytes, as: 'document' })]).toEqual([rules, verdict]);
  },
);

test('a GIF of X is judged by what stands beside it, a cover by the rules of covers', async () => {
  const read = (bytes: Buffer) =>
    readMediaFile({ size: bytes.length, read: async (start, end) => bytes.subarray(start, end) });
  const named = (name: string) => CORPUS.find((file) => file.name === name)!.bytes();
  const moving = await read(named('animated GIF'));
  const still = await read(named('GIF of 15 MB'));
  const photo = await read(named('9:16'));
  const clip = await read(named('MP4 as ffmpeg writes it'));
  const judge = (network: Network, media: Draft['media'], facts: Readonly<Record<string, typeof photo>>) =>
    checkFiles(
      { content: '', media, firstComment: null, aiGenerated: false, spaceSlug: null },
      RULES[network],
      (url) => facts[url] ?? null,
    ).map(({ rule, path }) => `${path} ${rule}`);
  const images: Draft['media'] = ['a', 'b', 'c'].map((url) => ({ type: 'image', url }));
  expect(judge('x', images, { a: moving, b: photo, c: still })).toEqual([
    'mediaItems[0] x.gif.alone',
    'mediaItems[2] x.image.max_bytes',
  ]);
  const reel: Draft['media'] = [{ type: 'video', url: 'a', coverUrl: 'b' }];
  expect(judge('instagram', reel, { a: clip, b: photo })).toEqual([]);
  expect(judge('instagram', reel, { a: clip, b: moving })).toEqual(['mediaItems[0].coverUrl instagram.image.type']);
  expect(judge('linkedin', reel, { a: clip, b: moving })).toEqual(['mediaItems[0].coverUrl linkedin.cover.type']);
  expect(judge('threads', reel, { a: clip, b: moving })).toEqual([]);
});

test.each([
  ['a minute', { durationMs: 60_000 }, []],
  ['more than a minute', { durationMs: 60_040 }, ['instagram.story.max_duration']],
  ['100 MB', { durationMs: 50_000, bytes: 100 * 1024 * 1024 }, []],
  ['one byte more', { durationMs: 50_000, bytes: 100 * 1024 * 1024 + 1 }, ['instagram.story.max_bytes']],
] as const)('a video of %s: rules of stories are judged for a story alone (%j breaks %j)', async (_, build, rules) => {
  const bytes = clip({ width: 720, height: 1_280, ...build });
  const facts = await readMediaFile({ size: bytes.length, read: async (start, end) => bytes.subarray(start, end) });
  const judge = (format: 'story' | 'reel') =>
    checkFiles(
      {
        ...{ content: '', media: [{ type: 'video', url: 'https://m.example/a' }], firstComment: null },
        ...{ aiGenerated: false, spaceSlug: null, options: { instagram: { format } } },
      },
      RULES.instagram,
      () => facts,
    ).map(({ rule }) => rule);
  expect({ story: judge('story'), reel: judge('reel') }).toEqual({ story: rules, reel: [] });
});
