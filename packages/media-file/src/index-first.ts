import { type Box, boxesOf, MOST_BOXES } from './boxes.ts';
import { openWindow } from './byte-window.ts';
import type { MediaBytes } from './media-bytes.ts';

/** A part of a new file: bytes, or a range of the old file (`end` is exclusive). */
export type FilePart = Uint8Array | { readonly start: number; readonly end: number };

/** The index of an hour has about 2 MB. It is held in memory. */
const MOST_INDEX_BYTES = 32 * 1024 * 1024;
/** Every position of a smaller file fits into 32 bits, wherever the index stands. */
const MOST_BYTES = 0xffff_ffff;

/** Boxes of the index around the tables of positions. */
const AROUND: ReadonlySet<string> = new Set(['trak', 'mdia', 'minf', 'stbl']);
/** Boxes whose positions are not rewritten here: fragments, items, and encryption. */
const OTHER_POSITIONS: ReadonlySet<string> = new Set(['moof', 'mfra', 'sidx', 'meta', 'saio']);

/**
 * Lays a video out with its index (`moov`) before the content, without a change of its pictures and
 * sound. Returns the parts of the new file in order, which has the same size. Null for a file whose
 * index stands there already, and for one that has positions of other kinds.
 *
 * @example
 * const parts = await moveIndexFirst({ size, read });
 * for (const part of parts ?? []) await write(part instanceof Uint8Array ? part : await read(part.start, part.end));
 */
export async function moveIndexFirst(file: MediaBytes): Promise<readonly FilePart[] | null> {
  if (file.size > MOST_BYTES) return null;
  const boxes: Box[] = [];
  for await (const box of boxesOf(openWindow(file), 0, file.size, { boxes: MOST_BOXES })) boxes.push(box);
  const moov = boxes.find(({ type }) => type === 'moov');
  const content = boxes.find(({ type }) => type === 'mdat');
  if (!moov || !content || moov.start < content.start || boxes.at(-1)!.end !== file.size) return null;
  if (boxes.some(({ type }) => OTHER_POSITIONS.has(type)) || moov.end - moov.start > MOST_INDEX_BYTES) return null;
  const index = Uint8Array.from(await file.read(moov.start, moov.end));
  const [first] = boxes;
  const at = first?.type === 'ftyp' ? first.end : 0;
  if (!(await shiftPositions(index, { from: at, to: moov.start }))) return null;
  const ranges = [
    { start: at, end: moov.start },
    { start: moov.end, end: file.size },
  ].filter(({ start, end }) => end > start);
  return [...(at > 0 ? [{ start: 0, end: at }] : []), index, ...ranges];
}

/**
 * Adds the length of an index to its positions in a part of the file that the index moves before.
 * False when it has positions that cannot be rewritten, or none.
 */
async function shiftPositions(
  index: Uint8Array,
  moved: { readonly from: number; readonly to: number },
): Promise<boolean> {
  const view = new DataView(index.buffer);
  // A size of 0 means up to the end of the file, which it no longer reaches.
  view.setUint32(0, index.length);
  const window = openWindow({ size: index.length, read: async (start, end) => index.subarray(start, end) });
  const budget = { boxes: MOST_BOXES };
  let tables = 0;
  const visit = async (start: number, end: number): Promise<boolean> => {
    for await (const box of boxesOf(window, start, end, budget)) {
      if (box.end > end || box.type === 'saio' || box.type === 'cmov') return false;
      if (AROUND.has(box.type) && !(await visit(box.body, box.end))) return false;
      if (box.type !== 'stco' && box.type !== 'co64') continue;
      tables += 1;
      if (!shiftTable(view, box, moved)) return false;
    }
    return true;
  };
  return (await visit(8, index.length)) && tables > 0 && budget.boxes > 0;
}

/** Rewrites a table of positions (ISO/IEC 14496-12, 8.7.5). False where it is damaged. */
function shiftTable(view: DataView, { type, body, end }: Box, moved: { from: number; to: number }): boolean {
  const width = type === 'co64' ? 8 : 4;
  if (end - body < 8) return false;
  const count = view.getUint32(body + 4);
  if (body + 8 + count * width > end) return false;
  for (let n = 0, at = body + 8; n < count; n++, at += width) {
    const position = width === 8 ? Number(view.getBigUint64(at)) : view.getUint32(at);
    if (position < moved.from || position >= moved.to) continue;
    const shifted = position + view.byteLength;
    if (width === 8) view.setBigUint64(at, BigInt(shifted));
    else view.setUint32(at, shifted);
  }
  return true;
}
