import { crc32 } from 'node:zlib';

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

/** The head of a DOC, PPT, XLS or any other compound file (MS-CFB 2.2). */
export const compoundFile = (): Buffer => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_528)]);

/** A ZIP whose files are stored as they are (APPNOTE 4.3). */
function zip(files: readonly (readonly [name: string, text: string])[]): Buffer {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const [name, text] of files) {
    const offset = Buffer.concat(entries).length;
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(text), 10);
    facts.writeUInt32LE(text.length, 14);
    facts.writeUInt32LE(text.length, 18);
    facts.writeUInt16LE(name.length, 22);
    entries.push(Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name + text));
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), facts, place, Buffer.from(name));
  }
  const [content, index] = [Buffer.concat(entries), Buffer.concat(directory)];
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(content.length, 12);
  return Buffer.concat([content, index, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
