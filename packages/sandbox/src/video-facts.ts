export type VideoFacts = {
  readonly durationMs: number;
  /** Size as it is shown, after its rotation. */
  readonly width: number;
  readonly height: number;
  /** Average over the whole video; null if its index does not say it. */
  readonly framesPerSecond: number | null;
  /** Average of pictures and sound; null without a length. */
  readonly bitsPerSecond: number | null;
  /** Sample entry of the video track, e.g. `avc1` for H.264. */
  readonly videoCodec: string;
  /** Sample entry of the audio track, e.g. `mp4a` for AAC; null without sound. */
  readonly audioCodec: string | null;
  readonly audioHz: number | null;
  readonly audioChannels: number | null;
  /** `moov` stands before `mdat`. */
  readonly isIndexFirst: boolean;
  /**
   * An edit list leaves out more than the delay of an encoder, or plays parts of its own choice.
   */
  readonly isTrimmed: boolean;
};

type Box = { readonly type: string; readonly body: Buffer };

/** Reads an MP4 or MOV (ISO/IEC 14496-12); null if neither, without a picture track, or cut. */
export function readVideoFacts(bytes: Buffer): VideoFacts | null {
  try {
    const top = readBoxes(bytes, ['moov', 'mdat', 'moof']);
    const movie = find(top, 'moov');
    if (!movie || !find(top, 'mdat')) return null;
    const header = find(readBoxes(movie), 'mvhd');
    const tracks = readBoxes(movie)
      .filter(({ type }) => type === 'trak')
      .map(({ body }) => readTrack(body));
    const video = tracks.find((track) => track.handler === 'vide');
    if (!header || !video) return null;
    const { units, perSecond } = readLength(header);
    const seconds = perSecond === 0 ? 0 : units / perSecond;
    const audio = tracks.find((track) => track.handler === 'soun');
    return {
      durationMs: Math.round(seconds * 1_000),
      ...readSize(video.header),
      framesPerSecond: readFrameRate(video),
      bitsPerSecond: seconds === 0 ? null : (bytes.length * 8) / seconds,
      videoCodec: video.samples.toString('latin1', 12, 16),
      audioCodec: audio?.samples.toString('latin1', 12, 16) ?? null,
      audioHz: audio?.samples.readUInt16BE(40) ?? null,
      audioChannels: audio?.samples.readUInt16BE(32) ?? null,
      isIndexFirst: top.findIndex(({ type }) => type === 'moov') < top.findIndex(({ type }) => type === 'mdat'),
      isTrimmed: [video, audio].some((track) => track !== undefined && isTrimmed(track, perSecond)),
    };
  } catch (error) {
    // A box that exceeds the end: the file is cut.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type Track = {
  readonly handler: string;
  readonly header: Buffer;
  readonly mediaHeader: Buffer;
  readonly samples: Buffer;
  readonly durations: Buffer | null;
  readonly edits: Buffer | null;
};

function readTrack(track: Buffer): Track {
  const media = inside(track, 'mdia');
  const table = inside(inside(media, 'minf'), 'stbl');
  const edits = find(readBoxes(track), 'edts');
  return {
    handler: inside(media, 'hdlr').toString('latin1', 8, 12),
    header: inside(track, 'tkhd'),
    mediaHeader: inside(media, 'mdhd'),
    samples: inside(table, 'stsd'),
    durations: find(readBoxes(table), 'stts'),
    edits: edits && find(readBoxes(edits), 'elst'),
  };
}

/** The last eight bytes of a track header are its size, before them stands its matrix. */
function readSize(header: Buffer): { readonly width: number; readonly height: number } {
  const width = header.readUInt32BE(header.length - 8) >>> 16;
  const height = header.readUInt32BE(header.length - 4) >>> 16;
  const isUpright =
    Math.abs(header.readInt32BE(header.length - 44)) >= Math.abs(header.readInt32BE(header.length - 40));
  return isUpright ? { width, height } : { width: height, height: width };
}

/** `stts` has the number of frames of each duration. */
function readFrameRate({ durations, mediaHeader }: Track): number | null {
  if (!durations) return null;
  let frames = 0;
  let units = 0;
  for (let at = 8; at < 8 + durations.readUInt32BE(4) * 8; at += 8) {
    frames += durations.readUInt32BE(at);
    units += durations.readUInt32BE(at) * durations.readUInt32BE(at + 4);
  }
  return units === 0 ? null : (frames * readLength(mediaHeader).perSecond) / units;
}

/** Encoders write one entry that skips up to half a second: the delay of their first frames. */
function isTrimmed({ edits, mediaHeader }: Track, moviePerSecond: number): boolean {
  if (!edits) return false;
  const isLong = edits.readUInt8(0) === 1;
  const parts = Array.from({ length: edits.readUInt32BE(4) }, (_, n) => {
    const at = 8 + n * (isLong ? 20 : 12);
    return isLong
      ? { shown: Number(edits.readBigUInt64BE(at)), from: Number(edits.readBigInt64BE(at + 8)) }
      : { shown: edits.readUInt32BE(at), from: edits.readInt32BE(at + 4) };
  }).filter(({ from }) => from >= 0);
  const [part] = parts;
  if (!part) return false;
  const { units, perSecond } = readLength(mediaHeader);
  const skipped = part.from / perSecond;
  const left = part.shown === 0 ? 0 : units / perSecond - skipped - part.shown / moviePerSecond;
  return parts.length > 1 || skipped > 0.5 || left > 0.5;
}

/** Length of a movie or of a track, from `mvhd` or `mdhd`. */
function readLength(header: Buffer): { readonly units: number; readonly perSecond: number } {
  const isLong = header.readUInt8(0) === 1;
  const perSecond = header.readUInt32BE(isLong ? 20 : 12);
  return { perSecond, units: isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16) };
}

/**
 * @param needed boxes that must end within the bytes; other things that follow them do not matter
 */
function readBoxes(bytes: Buffer, needed?: readonly string[]): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const declared = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    // 1: the size follows as 64 bits; 0: up to the end of the file.
    const headerBytes = declared === 1 ? 16 : 8;
    const size = declared === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : declared === 0 ? bytes.length - at : declared;
    if (size < headerBytes || at + size > bytes.length) {
      if (needed && !needed.includes(type)) return boxes;
      throw new RangeError(`box ${type} reaches past the end`);
    }
    boxes.push({ type, body: bytes.subarray(at + headerBytes, at + size) });
    at += size;
  }
  return boxes;
}

function find(boxes: readonly Box[], type: string): Buffer | null {
  return boxes.find((box) => box.type === type)?.body ?? null;
}

function inside(parent: Buffer, type: string): Buffer {
  const found = find(readBoxes(parent), type);
  if (!found) throw new RangeError(`no box ${type}`);
  return found;
}
