import { crc32, deflateRawSync } from 'node:zlib';

const PARTS = {
  docx: ['word/document.xml', 'wordprocessingml.document'],
  pptx: ['ppt/presentation.xml', 'presentationml.presentation'],
} as const;

/** A DOCX or PPTX with the one part that says what it is. */
export function office(kind: keyof typeof PARTS): Buffer {
  const [part, type] = PARTS[kind];
  const contentType = `application/vnd.openxmlformats-officedocument.${type}.main+xml`;
  const types = `<?xml version="1.0"?><Types><Override PartName="/${part}" ContentType="${contentType}"/></Types>`;
  return zip([
    ['[Content_Types].xml', types],
    [part, '<?xml version="1.0"?><a/>'],
  ]);
}

const SLIDE = 'application/vnd.openxmlformats-officedocument.presentationml.slide+xml';

/** The part of a PPTX that lists so many slides. */
export const listOfSlides = (slides: number): string => {
  const list = Array.from({ length: slides }, (_, at) => `<p:sldId id="${at + 256}" r:id="rId${at + 2}"/>`);
  return `<?xml version="1.0"?><p:presentation><p:sldIdLst>${list.join('')}</p:sldIdLst></p:presentation>`;
};

/**
 * A PPTX with so many slides, and the part that lists them. `isPacked` is false where nothing in it
 * is compressed.
 */
export function pptxOfSlides(slides: number, list = listOfSlides(slides), isPacked = true): Buffer {
  const [presentation, type] = PARTS.pptx;
  const names = Array.from({ length: slides }, (_, at) => `ppt/slides/slide${at + 1}.xml`);
  const main = `application/vnd.openxmlformats-officedocument.${type}.main+xml`;
  const override = (name: string, as: string) => `<Override PartName="/${name}" ContentType="${as}"/>`;
  const types = [override(presentation, main), ...names.map((name) => override(name, SLIDE))];
  return zip(
    [
      ['[Content_Types].xml', `<?xml version="1.0"?><Types>${types.join('')}</Types>`],
      [presentation, list],
      ...names.map((name) => [name, '<p:sld/>'] as const),
    ],
    isPacked,
  );
}

/** The head of a DOC, PPT, XLS or any other compound file (MS-CFB 2.2). */
export const compoundFile = (): Buffer => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_528)]);

/** A ZIP (APPNOTE 4.3) whose files are stored as they are, or packed. */
export function zip(files: readonly (readonly [name: string, text: string])[], isPacked = false): Buffer {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const content = isPacked ? deflateRawSync(text) : Buffer.from(text);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(isPacked ? 8 : 0, 4);
    facts.writeUInt32LE(crc32(text), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(Buffer.byteLength(text), 18);
    facts.writeUInt16LE(name.length, 22);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), content]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), facts, place, Buffer.from(name));
    entries.push(entry);
    offset += entry.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...entries, index, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
