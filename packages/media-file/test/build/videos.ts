const text = (value: string): Buffer => Buffer.from(value, 'latin1');
const u16 = (value: number): Buffer => Buffer.from([(value >> 8) & 0xff, value & 0xff]);
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

export const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), text(type), body]);
};
const fullBox = (type: string, ...parts: readonly Buffer[]): Buffer => box(type, u32(0), ...parts);

/** One entry of an edit list, in milliseconds: what is shown, and from where; -1 for a pause. */
export type Edit = { readonly ms: number; readonly from: number };

export type Clip = {
  /** Major brand of `ftyp`; null for a QuickTime file without one. */
  readonly brand?: string | null;
  readonly width?: number;
  readonly height?: number;
  readonly rotation?: 0 | 90 | 180 | 270;
  readonly durationMs?: number;
  readonly framesPerSecond?: number;
  /** Sample entry of the pictures: `avc1`, `hvc1`, `vp09`, … */
  readonly codec?: string;
  /** Sample entry of the sound; null for none. */
  readonly audio?: string | null;
  readonly audioHz?: number;
  readonly isIndexFirst?: boolean;
  readonly edits?: readonly Edit[];
  /** Edits of a track of metadata, as phones write one; without them there is no such track. */
  readonly metadataEdits?: readonly Edit[];
  /** Bytes of the whole file. */
  readonly bytes?: number;
  /** Boxes between the index and the content. */
  readonly between?: Buffer;
  /** A box added to the sample table of the pictures, in place of their positions. */
  readonly table?: Buffer;
};

const SCALE = 90_000;
const UNITY = 0x10000;

/** An MP4 or MOV (ISO/IEC 14496-12) with an index of its frames and zeros for content. */
export function clip(wanted: Clip = {}): Buffer {
  const { brand = 'isom', durationMs = 4_000, isIndexFirst = true, between = Buffer.alloc(0) } = wanted;
  const ftyp = brand === null ? Buffer.alloc(0) : box('ftyp', text(brand), u32(512), text(brand), text('mp41'));
  const movieHeader = fullBox(
    'mvhd',
    ...[u32(0), u32(0), u32(1_000), u32(durationMs), u32(UNITY), u16(0x100), Buffer.alloc(10)],
    ...[matrix(0), Buffer.alloc(24), u32(3)],
  );
  const moov = box(
    'moov',
    movieHeader,
    videoTrack(wanted, durationMs),
    ...audioTrack(wanted, durationMs),
    ...metadataTrack(wanted, durationMs),
  );
  const size = (wanted.bytes ?? 100_000) - ftyp.length - moov.length - between.length;
  const file = Buffer.alloc(ftyp.length + moov.length + between.length + size);
  const head = isIndexFirst ? [ftyp, moov, between] : [ftyp];
  let at = 0;
  for (const part of head) at += part.copy(file, at);
  file.writeUInt32BE(size, at);
  file.write('mdat', at + 4, 'latin1');
  if (!isIndexFirst) moov.copy(file, at + size);
  return file;
}

function matrix(rotation: number): Buffer {
  const [cos, sin] = [
    Math.round(Math.cos((rotation * Math.PI) / 180)),
    Math.round(Math.sin((rotation * Math.PI) / 180)),
  ];
  return Buffer.concat([cos * UNITY, sin * UNITY, 0, -sin * UNITY, cos * UNITY, 0, 0, 0, 0x40000000].map(u32));
}

function track(
  id: number,
  durationMs: number,
  parts: {
    readonly size: readonly [number, number];
    readonly rotation: number;
    readonly edits: readonly Edit[];
    readonly handler: string;
    readonly table: readonly Buffer[];
  },
): Buffer {
  const { size, rotation, edits, handler, table } = parts;
  const scaled = (ms: number) => u32(ms < 0 ? -1 : (ms * SCALE) / 1_000);
  const entries = edits.flatMap(({ ms, from }) => [u32(ms), scaled(from), u32(UNITY)]);
  return box(
    'trak',
    fullBox(
      'tkhd',
      ...[u32(0), u32(0), u32(id), u32(0), u32(durationMs), Buffer.alloc(16), matrix(rotation)],
      ...size.map((pixels) => u32(pixels * UNITY)),
    ),
    ...(edits.length > 0 ? [box('edts', fullBox('elst', u32(edits.length), ...entries))] : []),
    box(
      'mdia',
      fullBox('mdhd', u32(0), u32(0), u32(SCALE), scaled(durationMs), u32(0)),
      fullBox('hdlr', u32(0), text(handler), Buffer.alloc(13)),
      box('minf', box('stbl', ...table)),
    ),
  );
}

/** Edit list that encoders of H.264 write: two frames of delay. */
export const ENCODER_DELAY = (durationMs: number): readonly Edit[] => [{ ms: durationMs, from: 67 }];

function videoTrack(wanted: Clip, durationMs: number): Buffer {
  const { width = 1_080, height = 1_920, rotation = 0, framesPerSecond = 30, codec = 'avc1' } = wanted;
  const frames = Math.round((durationMs * framesPerSecond) / 1_000);
  const configs: Readonly<Record<string, Buffer>> = {
    avc1: box('avcC', Buffer.from([1, 0x64, 0, 0x1f, 0xff, 0xe0, 0])),
    hvc1: box(
      'hvcC',
      Buffer.from([1, 1, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 93, 0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0, 0x0f, 0]),
    ),
    vp09: box('vpcC', Buffer.from([1, 0, 0, 0, 0, 31, 0x80, 2, 2, 2, 0, 0])),
  };
  const entry = box(
    codec,
    ...[Buffer.alloc(6), u16(1), Buffer.alloc(16), u16(width), u16(height), u32(0x480000), u32(0x480000), u32(0)],
    ...[u16(1), Buffer.alloc(32), u16(24), u16(0xffff), configs[codec] ?? Buffer.alloc(0)],
  );
  return track(1, durationMs, {
    size: [width, height],
    rotation,
    edits: wanted.edits ?? ENCODER_DELAY(durationMs),
    handler: 'vide',
    table: [
      fullBox('stsd', u32(1), entry),
      fullBox('stts', u32(1), u32(frames), u32(Math.round(SCALE / framesPerSecond))),
      wanted.table ?? firstPosition(wanted),
    ],
  });
}

/** Position at which the content begins (`stco`), in a file whose index stands behind it. */
function firstPosition({ brand = 'isom', isIndexFirst = true }: Clip): Buffer {
  return isIndexFirst ? Buffer.alloc(0) : fullBox('stco', u32(1), u32(brand === null ? 8 : 32));
}

function audioTrack(wanted: Clip, durationMs: number): readonly Buffer[] {
  const { audio = 'mp4a', audioHz = 44_100 } = wanted;
  if (audio === null) return [];
  const config = Buffer.from([
    3, 0x19, 0, 1, 0, 4, 0x11, 0x40, 0x15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 2, 0x12, 0x10, 6, 1, 2,
  ]);
  const entry = box(
    audio,
    ...[Buffer.alloc(6), u16(1), Buffer.alloc(8), u16(2), u16(16), u32(0), u16(audioHz), u16(0)],
    ...(audio === 'mp4a' ? [fullBox('esds', config)] : []),
  );
  return [
    track(2, durationMs, {
      size: [0, 0],
      rotation: 0,
      edits: [{ ms: durationMs, from: 23 }],
      handler: 'soun',
      table: [fullBox('stsd', u32(1), entry), fullBox('stts', u32(1), u32(durationMs), u32(SCALE / 1_000))],
    }),
  ];
}

function metadataTrack({ metadataEdits: edits }: Clip, durationMs: number): readonly Buffer[] {
  if (edits === undefined) return [];
  const entry = box('mebx', Buffer.alloc(6), u16(1));
  const table = [fullBox('stsd', u32(1), entry), fullBox('stts', u32(0))];
  return [track(3, durationMs, { size: [0, 0], rotation: 0, edits, handler: 'meta', table })];
}

/** The head of a WebM: EBML with its document type. */
export const webm = (): Buffer =>
  Buffer.concat([Buffer.from('1a45dfa3a342868101428781014282847765626d', 'hex'), Buffer.alloc(200)]);
