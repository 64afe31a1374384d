import { type Box, boxesOf, MOST_BOXES } from './boxes.ts';
import { type ByteWindow, openWindow } from './byte-window.ts';
import type { MediaBytes } from './media-bytes.ts';

/** The index of a video, and how the file is laid out around it. */
export type VideoIndex = {
  /** The `moov` box without what the facts do not need. */
  readonly moov: Uint8Array;
  /** It stands before the content. */
  readonly isFirst: boolean;
  /** The content ends behind the end of the file, or is missing. */
  readonly isCut: boolean;
};

/** Boxes of the index (ISO/IEC 14496-12) around others; each stands inside an earlier one. */
const AROUND: readonly string[] = ['moov', 'mvex', 'trak', 'edts', 'mdia', 'minf', 'stbl'];
/** Boxes that are read. */
const READ: ReadonlySet<string> = new Set(['mvhd', 'mehd', 'tkhd', 'elst', 'mdhd', 'hdlr', 'stsd', 'stts']);
/** Boxes of a file without which it cannot be played to its end. */
const NEEDED: ReadonlySet<string> = new Set(['moov', 'mdat', 'moof']);

/** The durations of the frames (`stts`) of two hours fit. Larger boxes are left out. */
const MOST_READ_BYTES = 2 * 1024 * 1024;
const MOST_BOX_BYTES = 64 * 1024;

/** Boxes and bytes that may still be read. */
type Work = { boxes: number; bytes: number };

/**
 * Finds the index of a video and leaves out its tables of frames, which grow with its length and
 * can lie about it. Null for a file without one.
 */
export async function findVideoIndex(file: MediaBytes): Promise<VideoIndex | null> {
  const view = openWindow(file);
  const budget: Work = { boxes: MOST_BOXES, bytes: MOST_READ_BYTES };
  const boxes: Box[] = [];
  for await (const box of boxesOf(view, 0, file.size, budget)) if (NEEDED.has(box.type)) boxes.push(box);
  const moov = boxes.find(({ type }) => type === 'moov');
  const content = boxes.find(({ type }) => type === 'mdat');
  if (!moov || moov.end > file.size) return null;
  return {
    moov: await withoutTables(view, moov, budget),
    isFirst: content === undefined || moov.start < content.start,
    isCut: content === undefined || boxes.some(({ end }) => end > file.size),
  };
}

/** A copy of a box with only the boxes that are read. */
async function withoutTables(view: ByteWindow, box: Box, budget: Work): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const inner of boxesOf(view, box.body, box.end, budget)) {
    if (inner.end > box.end) break;
    const size = inner.end - inner.start;
    const mayBe = Math.min(budget.bytes, inner.type === 'stts' ? MOST_READ_BYTES : MOST_BOX_BYTES);
    if (AROUND.indexOf(inner.type) > AROUND.indexOf(box.type)) parts.push(await withoutTables(view, inner, budget));
    else if (READ.has(inner.type) && size <= mayBe) {
      budget.bytes -= size;
      parts.push((await view.bytesAt(inner.start, size)).slice());
    }
  }
  return boxOf(box.type, parts);
}

function boxOf(type: string, parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 8));
  new DataView(bytes.buffer).setUint32(0, bytes.length);
  bytes.set(new TextEncoder().encode(type), 4);
  let at = 8;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
