import type { DocumentFacts, ImageFacts, VideoFacts } from '@fanfare/media-file';
import { documentRule, type FileProblem, type FileRule, type FileUse, imageRule, videoRule } from './file-rules.ts';

type Named = Pick<FileRule, 'name' | 'summary'>;

/** A rule that a number of an image lies in a range. */
export const imageRange = ({ name, summary, ...range }: Named & Range<ImageFacts>): FileRule =>
  imageRule({ name, summary, check: (file, use) => outsideRange(range, file, use) });

/** A rule that a number of a video lies in a range. */
export const videoRange = ({ name, summary, ...range }: Named & Range<VideoFacts>): FileRule =>
  videoRule({ name, summary, check: (file, use) => outsideRange(range, file, use) });

/** A rule that a number of a document lies in a range. */
export const documentRange = ({ name, summary, ...range }: Named & Range<DocumentFacts>): FileRule =>
  documentRule({ name, summary, check: (file, use) => outsideRange(range, file, use) });

type Measure<Facts> = {
  /** The noun of the message, such as `duration of the video`. */
  readonly what: string;
  readonly unit: keyof typeof UNITS;
  /** The number; null where it is unknown, or where the rule does not apply. */
  readonly measure: (file: Facts, use: FileUse) => number | null;
};

type Range<Facts> = Measure<Facts> & {
  /** The least and the most that are allowed. */
  readonly least?: number;
  readonly most?: number;
  /** The part that may be missing to a limit because it cannot be measured exactly. */
  readonly slack?: number;
  readonly fix: string;
};

function outsideRange<Facts>(range: Range<Facts>, file: Facts, use: FileUse): FileProblem | null {
  const { what, unit, measure, least, most, slack = 0, fix } = range;
  const actual = measure(file, use);
  if (actual === null) return null;
  const problem = (limit: number, bound: string): FileProblem => ({
    message: `The ${what} is ${UNITS[unit](actual)}; allowed: at ${bound} ${UNITS[unit](limit)}. ${fix}`,
    limit,
    actual,
  });
  if (least !== undefined && actual < least - slack) return problem(least, 'least');
  return most !== undefined && actual > most + slack ? problem(most, 'most') : null;
}

type Measures<Facts> = Readonly<Record<string, Measure<Facts>>>;

/** Numbers of an image that networks limit. */
export const IMAGE = {
  bytes: { what: 'size of the image', unit: 'bytes', measure: ({ bytes }) => bytes },
  pixels: { what: 'size of the image', unit: 'pixels', measure: ({ width, height }) => width * height },
  ratio: { what: 'aspect ratio of the image', unit: 'ratio', measure: ({ width, height }) => width / height },
  shortSide: { what: 'shorter side of the image', unit: 'px', measure: ({ width, height }) => Math.min(width, height) },
  longSide: { what: 'longer side of the image', unit: 'px', measure: ({ width, height }) => Math.max(width, height) },
  frames: { what: 'length of the animation', unit: 'frames', measure: ({ frames }) => frames },
} as const satisfies Measures<ImageFacts>;

/** Numbers of a video that networks limit. Rates are averages over the whole file. */
export const VIDEO = {
  bytes: { what: 'size of the video', unit: 'bytes', measure: ({ bytes }) => bytes },
  duration: { what: 'duration of the video', unit: 'ms', measure: ({ durationMs }) => durationMs },
  frameRate: { what: 'frame rate of the video', unit: 'perSecond', measure: ({ framesPerSecond }) => framesPerSecond },
  bitRate: { what: 'bit rate of the video', unit: 'bitsPerSecond', measure: ({ bitsPerSecond }) => bitsPerSecond },
  audioRate: { what: 'sample rate of the sound', unit: 'hertz', measure: ({ audioHz }) => audioHz },
  width: { what: 'width of the video', unit: 'px', measure: ({ width }) => width },
  ratio: { what: 'aspect ratio of the video', unit: 'ratio', measure: ({ width, height }) => width / height },
  shortSide: { what: 'shorter side of the video', unit: 'px', measure: ({ width, height }) => Math.min(width, height) },
  longSide: { what: 'longer side of the video', unit: 'px', measure: ({ width, height }) => Math.max(width, height) },
} as const satisfies Measures<VideoFacts>;

/** Numbers of a document that networks limit. */
export const DOCUMENT = {
  bytes: { what: 'size of the document', unit: 'bytes', measure: ({ bytes }) => bytes },
  pages: { what: 'length of the document', unit: 'pages', measure: ({ pages }) => pages ?? null },
} as const satisfies Measures<DocumentFacts>;

const digits = (value: number, most = 0): string => value.toLocaleString('en-US', { maximumFractionDigits: most });

const UNITS = {
  bytes: (value: number) => `${digits(value)} bytes`,
  ms: (value: number) => `${digits(value / 1_000, 3)} s`,
  px: (value: number) => `${digits(value)} px`,
  pixels: (value: number) => `${digits(value)} pixels`,
  frames: (value: number) => `${digits(value)} frames`,
  pages: (value: number) => `${digits(value)} pages`,
  perSecond: (value: number) => `${digits(value, 2)} per second`,
  hertz: (value: number) => `${digits(value)} Hz`,
  bitsPerSecond: (value: number) => `${digits(value / 1_000_000, 2)} Mbit/s`,
  ratio: (value: number) => `${digits(value, 4)}:1`,
} as const;
