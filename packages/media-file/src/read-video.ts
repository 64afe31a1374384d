import type { MediaBytes } from './media-bytes.ts';
import type { VideoFacts } from './media-facts.ts';
import { codecOf, type Movie, parseMovie } from './parse-movie.ts';
import { findVideoIndex } from './video-index.ts';

type Track = Movie['traks'][number];

/**
 * The delay of some frames, and the padding of sound, that encoders leave out with an edit list.
 */
const MOST_DELAY_SECONDS = 0.5;

/** Reads the index of a video and skips its content; null when it has no index or no picture. */
export async function readVideo(file: MediaBytes, contentType: string): Promise<VideoFacts | null> {
  const index = await findVideoIndex(file);
  const movie = index && parseMovie(index.moov);
  const tracks = movie?.traks?.filter(isWhole) ?? [];
  const video = tracks.find(({ mdia }) => mdia.hdlr.handler === 'vide');
  if (!index || !movie?.mvhd || !video) return null;
  const audio = tracks.find(({ mdia }) => mdia.hdlr.handler === 'soun');
  const picture = video.mdia.minf.stbl.stsd.entries[0]!;
  const sound = audio?.mdia.minf.stbl.stsd.entries[0];
  const width = Math.round(video.tkhd.width / 65_536) || picture.getWidth();
  const height = Math.round(video.tkhd.height / 65_536) || picture.getHeight();
  const rotation = rotationOf(video);
  const seconds = secondsOf(movie);
  return {
    ...{ type: 'video', contentType, bytes: file.size, isCut: index.isCut },
    ...(rotation % 180 === 0 ? { width, height } : { width: height, height: width }),
    rotation,
    durationMs: seconds === null ? null : Math.round(seconds * 1_000),
    framesPerSecond: framesPerSecond(video),
    videoCodec: codecOf(picture),
    audioCodec: sound ? codecOf(sound) : null,
    audioHz: Number(sound?.getSampleRate()) || null,
    bitsPerSecond: seconds === null ? null : Math.round((file.size * 8) / seconds),
    indexFirst: index.isFirst,
    hasEdits: [video, audio].some((track) => track !== undefined && isEdited(track, movie.mvhd.timescale)),
  };
}

/** A damaged file may lack any box, whatever the types of the library say. */
const isWhole = ({ tkhd, mdia }: Partial<Track>): boolean =>
  tkhd !== undefined && mdia?.mdhd !== undefined && Boolean(mdia.hdlr && mdia.minf?.stbl?.stsd?.entries?.[0]);

function secondsOf({ mvhd, mvex }: Movie): number | null {
  const length = mvhd.duration || (mvex?.mehd?.fragment_duration ?? 0);
  return length > 0 && mvhd.timescale > 0 ? length / mvhd.timescale : null;
}

function framesPerSecond({ mdia }: Track): number | null {
  const { sample_counts: counts = [], sample_deltas: deltas = [] } = mdia.minf.stbl.stts ?? {};
  let frames = 0;
  let length = 0;
  counts.forEach((count, n) => {
    frames += count;
    length += count * deltas[n]!;
  });
  return length > 0 ? Math.round((frames * mdia.mdhd.timescale * 1_000) / length) / 1_000 : null;
}

/** Reads the angle of the matrix (ISO/IEC 14496-12, 8.3.2), in 16.16 fixed point: a b u c d v. */
function rotationOf({ tkhd: { matrix } }: Track): number {
  const degrees = (Math.atan2(matrix[1]!, matrix[0]!) * 180) / Math.PI;
  return (Math.round(degrees / 90) * 90 + 360) % 360;
}

/** An entry with the time -1 only delays a track (ISO/IEC 14496-12, 8.6.6). */
function isEdited({ edts, mdia }: Track, movieScale: number): boolean {
  const kept = (edts?.elst?.entries ?? []).filter(({ media_time }) => media_time >= 0);
  const first = kept[0];
  if (!first || kept.length > 1) return kept.length > 1;
  const { duration, timescale } = mdia.mdhd;
  const start = first.media_time / timescale;
  // 0: up to the end.
  const rest = first.segment_duration === 0 ? 0 : duration / timescale - start - first.segment_duration / movieScale;
  return start > MOST_DELAY_SECONDS || rest > MOST_DELAY_SECONDS;
}
