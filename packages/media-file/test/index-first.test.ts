import { box, clip } from '@fanfare/media-file/testing/files';
import { describe, expect, it } from 'vitest';
import { moveIndexFirst, readMediaFile } from '../src/index.ts';
import { inMemory } from './bytes.ts';

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const u64 = (value: number): Buffer => Buffer.concat([u32(0), u32(value)]);
const CHUNKS = [40, 5_000, 90_000];

/** A recording of a phone: its content has marks, and a table of the index has their positions. */
function recording(type: 'stco' | 'co64'): Buffer {
  const entry = type === 'co64' ? u64 : u32;
  const table = box(type, u32(0), u32(CHUNKS.length), ...CHUNKS.map(entry));
  const file = clip({ isIndexFirst: false, table });
  for (const [n, position] of CHUNKS.entries()) file.write(`chunk ${n}`, position);
  return file;
}

async function moved(file: Buffer): Promise<Buffer | null> {
  const parts = await moveIndexFirst(inMemory(file));
  return (
    parts &&
    Buffer.concat(parts.map((part) => (part instanceof Uint8Array ? part : file.subarray(part.start, part.end))))
  );
}

function chunksOf(file: Buffer, type: 'stco' | 'co64'): readonly string[] {
  const at = file.indexOf(type) + 8;
  return Array.from({ length: file.readUInt32BE(at) }, (_, n) => {
    const position = type === 'co64' ? Number(file.readBigUInt64BE(at + 4 + n * 8)) : file.readUInt32BE(at + 4 + n * 4);
    return file.toString('latin1', position, position + 7);
  });
}

describe('moving the index of a video before its content', () => {
  it.each(['stco', 'co64'] as const)('changes where its content stands (%s), and nothing else', async (type) => {
    const file = recording(type);
    const before = await readMediaFile(inMemory(file));
    const after = await moved(file);
    expect(await readMediaFile(inMemory(after!))).toEqual({ ...before, indexFirst: true });
    expect(chunksOf(after!, type)).toEqual(['chunk 0', 'chunk 1', 'chunk 2']);
    expect(await moved(after!)).toBeNull();
  });

  it('leaves positions behind the old index alone', async () => {
    const file = recording('stco');
    const end = Buffer.concat([file, box('mdat', Buffer.from('chunk 3'))]);
    end.writeUInt32BE(file.length + 8, end.indexOf('stco') + 12);
    expect(chunksOf((await moved(end))!, 'stco')).toEqual(['chunk 3', 'chunk 1', 'chunk 2']);
  });

  it('sets the size of an index that goes up to the end of the file', async () => {
    const file = recording('stco');
    const size = file.readUInt32BE(file.indexOf('moov') - 4);
    file.writeUInt32BE(0, file.indexOf('moov') - 4);
    const after = await moved(file);
    expect(after!.readUInt32BE(after!.indexOf('moov') - 4)).toBe(size);
    expect(chunksOf(after!, 'stco')).toEqual(['chunk 0', 'chunk 1', 'chunk 2']);
  });

  it.each([
    ['its index stands first', clip()],
    ['it has no table of positions', clip({ isIndexFirst: false, table: box('free') })],
    ['it has fragments', Buffer.concat([recording('stco'), box('moof')])],
    ['it is cut', recording('stco').subarray(0, -5)],
    ['a table is longer than its box', lying()],
    ['it is no video', Buffer.from('hello')],
  ])('gives up on a file because %s', async (_, file) => {
    expect(await moved(file)).toBeNull();
  });
});

function lying(): Buffer {
  const file = recording('stco');
  file.writeUInt32BE(1_000_000, file.indexOf('stco') + 8);
  return file;
}
