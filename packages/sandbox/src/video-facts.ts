export type VideoFacts = {
  readonly durationMs: number;
  readonly width: number;
  readonly height: number;
  /** Sample entry of the video track, e.g. `avc1` for H.264. */
  readonly videoCodec: string;
  /** Sample entry of the audio track, e.g. `mp4a` for AAC; null without sound. */
  readonly audioCodec: string | null;
};

type Box = { readonly type: string; readonly body: Buffer };

/** Reads an MP4 or MOV (ISO/IEC 14496-12); null if neither, without a picture track, or cut. */
export function readVideoFacts(bytes: Buffer): VideoFacts | null {
  try {
    const top = readBoxes(bytes);
    const movie = find(top, 'moov');
    if (!movie || !find(top, 'mdat')) return null;
    const header = find(readBoxes(movie), 'mvhd');
    const tracks = readBoxes(movie)
      .filter(({ type }) => type === 'trak')
      .map(({ body }) => readTrack(body));
    const video = tracks.find((track) => track.handler === 'vide');
    if (!header || !video) return null;
    return {
      durationMs: readDurationMs(header),
      width: video.width,
      height: video.height,
      videoCodec: video.codec,
      audioCodec: tracks.find((track) => track.handler === 'soun')?.codec ?? null,
    };
  } catch (error) {
    // A box that exceeds the end: the file is cut.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readTrack(track: Buffer): { handler: string; codec: string; width: number; height: number } {
  const header = inside(track, 'tkhd');
  const media = inside(track, 'mdia');
  const handler = inside(media, 'hdlr').toString('latin1', 8, 12);
  const samples = inside(inside(inside(media, 'minf'), 'stbl'), 'stsd');
  return {
    handler,
    codec: samples.toString('latin1', 12, 16),
    // 16.16 fixed point, the last eight bytes of the track header.
    width: header.readUInt32BE(header.length - 8) >>> 16,
    height: header.readUInt32BE(header.length - 4) >>> 16,
  };
}

function readDurationMs(header: Buffer): number {
  const isLong = header.readUInt8(0) === 1;
  const scale = header.readUInt32BE(isLong ? 20 : 12);
  const length = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  return scale === 0 ? 0 : Math.round((length / scale) * 1_000);
}

function readBoxes(bytes: Buffer): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const declared = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    // 1: the size follows as 64 bits; 0: up to the end of the file.
    const headerBytes = declared === 1 ? 16 : 8;
    const size = declared === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : declared === 0 ? bytes.length - at : declared;
    if (size < headerBytes || at + size > bytes.length) throw new RangeError(`box ${type} reaches past the end`);
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
