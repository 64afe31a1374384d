import { createFile, type ISOFile, MP4BoxBuffer, type Movie, type Track } from 'mp4box';
import type { MediaBytes } from './media-bytes.ts';
import type { VideoFacts } from './media-facts.ts';

const STEP_BYTES = 256 * 1024;
/** The index of an hour of video is some megabytes; a file with a larger one is not read further. */
const MOST_READ_BYTES = 64 * 1024 * 1024;

const ISO_VIDEOS: ReadonlySet<string> = new Set(['video/mp4', 'video/quicktime', 'video/x-m4v', 'video/3gpp']);

/** Whether a type is a file of boxes (ISO/IEC 14496-12), the only videos that networks take. */
export const isIsoVideo = (contentType: string): boolean => ISO_VIDEOS.has(contentType);

/** Reads the index of a video and skips its content; null when it has no index or no picture. */
export async function readVideo(file: MediaBytes, contentType: string): Promise<VideoFacts | null> {
  const boxes = createFile();
  const movie = await readIndex(file, boxes);
  const video = movie?.videoTracks[0];
  if (!movie || !video) return null;
  const audio = movie.audioTracks[0];
  const seconds = movie.duration / movie.timescale;
  const rotation = rotationOf(video);
  const { width, height } = video.video ?? { width: video.track_width, height: video.track_height };
  return {
    ...{ type: 'video', contentType, bytes: file.size, isCut: isCut(file, boxes) },
    ...(rotation % 180 === 0 ? { width, height } : { width: height, height: width }),
    rotation,
    durationMs: Math.round(seconds * 1_000),
    framesPerSecond: video.nb_samples / (video.samples_duration / video.timescale),
    videoCodec: video.codec,
    audioCodec: audio?.codec ?? null,
    audioHz: audio?.audio?.sample_rate ?? null,
    bitsPerSecond: Math.round((file.size * 8) / seconds),
    indexFirst: movie.isProgressive,
    hasEditList: movie.tracks.some(isEdited),
  };
}

/** Gives the library the file from front to back, without the content that it does not need. */
async function readIndex(file: MediaBytes, boxes: ISOFile): Promise<Movie | null> {
  let movie: Movie | null = null;
  let broken = false;
  boxes.onReady = (ready) => {
    movie = ready;
  };
  boxes.onError = () => {
    broken = true;
  };
  let read = 0;
  for (let at = 0; at < file.size && movie === null && !broken && read < MOST_READ_BYTES; ) {
    const bytes = await file.read(at, Math.min(file.size, at + STEP_BYTES));
    read += bytes.length;
    const copy = bytes.slice().buffer;
    const next = boxes.appendBuffer(MP4BoxBuffer.fromArrayBuffer(copy, at));
    at = Math.max(next, at + (next > at ? 0 : bytes.length));
  }
  boxes.flush();
  return movie;
}

/** The last box ends behind the end of the file. */
function isCut(file: MediaBytes, { boxes }: ISOFile): boolean {
  const last = boxes.at(-1);
  return last === undefined || last.start + last.size > file.size;
}

/** Reads the angle of the matrix (ISO/IEC 14496-12, 8.3.2), in 16.16 fixed point: a b u c d v. */
function rotationOf({ matrix }: Track): number {
  const degrees = (Math.atan2(matrix[1]!, matrix[0]!) * 180) / Math.PI;
  return (Math.round(degrees / 90) * 90 + 360) % 360;
}

/** Encoders write one entry that keeps the whole track, perhaps with a delay of some frames. */
const isEdited = ({ edits = [] }: Track): boolean => edits.length > 1 || edits.some(({ media_time }) => media_time > 0);
