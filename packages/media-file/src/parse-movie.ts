import { BoxParser, createFile, type ISOFile, Log, MP4BoxBuffer } from 'mp4box';

export type Movie = ISOFile['moov'];

/** Boxes that the facts come from, and those inside a description that name its codec. */
const PARSED: ReadonlySet<string> = new Set(
  'moov mvhd trak tkhd edts elst mdia mdhd hdlr minf stbl stsd stts mvex mehd avcC hvcC av1C vpcC vvcC esds wave'.split(
    ' ',
  ),
);

// Other boxes are skipped wherever they stand: some declare a number of entries in four bytes, for
// which the library takes memory until the process ends.
for (const type of Object.keys(BoxParser.box)) if (!PARSED.has(type)) Reflect.deleteProperty(BoxParser.box, type);

// The library writes what is wrong with a file to the console.
Log.error = () => undefined;

/** Parses the index of a video; null when it is damaged. */
export function parseMovie(moov: Uint8Array): Movie | null {
  const file = createFile();
  // Lists every frame, which no fact needs.
  file.sampleListBuilt = true;
  try {
    file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(moov.slice().buffer, 0), true);
    return file.moov ?? null;
  } catch {
    // The library throws for a damaged box, and reads nothing but these bytes.
    return null;
  }
}

/** The codec of a track as in RFC 6381, or only its sample entry where its details are damaged. */
export function codecOf(entry: Movie['traks'][number]['mdia']['minf']['stbl']['stsd']['entries'][number]): string {
  try {
    return entry.getCodec();
  } catch {
    // The library throws for details that it could not parse.
    return entry.type;
  }
}
