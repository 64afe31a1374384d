import { deflateSync } from 'node:zlib';

const text = (value: string): Buffer => Buffer.from(value, 'latin1');
const FIRST_PAGE = 3;

/** Objects by their number; 1 is the catalog. */
type Objects = Readonly<Record<number, string>>;

/** A PDF of these objects with a table of them (ISO 32000-1, 7.5). */
export function pdfOf(objects: Objects): Buffer {
  let body = '%PDF-1.7\n';
  const rows = new Map<number, string>();
  for (const [number, object] of Object.entries(objects)) {
    rows.set(Number(number), `${String(body.length).padStart(10, '0')} 00000 n \n`);
    body += `${number} 0 obj\n${object}\nendobj\n`;
  }
  const size = Math.max(...rows.keys()) + 1;
  const table = Array.from({ length: size }, (_, at) => rows.get(at) ?? '0000000000 65535 f \n').join('');
  return text(
    `${body}xref\n0 ${size}\n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  );
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';

const pageObjects = (pages: number, claimed: number): Objects => {
  const numbers = Array.from({ length: pages }, (_, at) => at + FIRST_PAGE);
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>';
  return {
    1: CATALOG,
    2: `<< /Type /Pages /Count ${claimed} /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] >>`,
    ...Object.fromEntries(numbers.map((number) => [number, page])),
  };
};

/** A PDF of so many empty pages, which may claim to have another number of them. */
export const pdfOfPages = (pages: number, claimed = pages): Buffer => pdfOf(pageObjects(pages, claimed));

/** A PDF of so many pages, each before a content of so many bytes. */
export function pdfWithContents(pages: number, bytes: number): Buffer {
  const contents = Array.from({ length: pages }, (_, at) => [
    [FIRST_PAGE + at * 2, `<< /Type /Page /Parent 2 0 R /Contents ${FIRST_PAGE + at * 2 + 1} 0 R >>`],
    [FIRST_PAGE + at * 2 + 1, `<< /Length ${bytes} >>\nstream\n${' '.repeat(bytes)}\nendstream`],
  ]).flat();
  const kids = Array.from({ length: pages }, (_, at) => `${FIRST_PAGE + at * 2} 0 R`);
  return pdfOf({
    1: CATALOG,
    2: `<< /Type /Pages /Count ${pages} /Kids [${kids.join(' ')}] >>`,
    ...Object.fromEntries(contents),
  });
}

/**
 * The same with its objects in a compressed stream, as newer programs write it (ISO 32000-1,
 * 7.5.7).
 */
export function pdfWithObjectStream(pages: number): Buffer {
  const objects = Object.entries(pageObjects(pages, pages));
  let content = '';
  const head = objects.map(([number, object]) => {
    const place = `${number} ${content.length}`;
    content += `${object}\n`;
    return place;
  });
  const first = `${head.join(' ')}\n`;
  return withObjectStream(objects.length, first.length, deflateSync(text(first + content)));
}

/** A PDF whose pages stand in a stream of 400 MB of zeros. */
export const pdfStreamBomb = (): Buffer => withObjectStream(2, 8, deflateSync(Buffer.alloc(400_000_000)));

/** A PDF whose first objects, up to `count`, stand in a stream. */
function withObjectStream(count: number, first: number, stream: Buffer): Buffer {
  const [holder, table] = [count + 1, count + 2];
  const head = text('%PDF-1.7\n');
  const object = Buffer.concat([
    text(
      `${holder} 0 obj\n<< /Type /ObjStm /N ${count} /First ${first} /Filter /FlateDecode /Length ${stream.length} >>\nstream\n`,
    ),
    ...[stream, text('\nendstream\nendobj\n')],
  ]);
  const at = head.length + object.length;
  const row = (type: number, value: number, more: number): Buffer => {
    const bytes = Buffer.alloc(7);
    bytes.writeUInt8(type);
    bytes.writeUInt32BE(value, 1);
    bytes.writeUInt16BE(more, 5);
    return bytes;
  };
  const rows = Buffer.concat([
    row(0, 0, 65_535),
    ...Array.from({ length: count }, (_, index) => row(2, holder, index)),
    ...[row(1, head.length, 0), row(1, at, 0)],
  ]);
  return Buffer.concat([
    ...[head, object],
    text(
      `${table} 0 obj\n<< /Type /XRef /Size ${table + 1} /W [1 4 2] /Root 1 0 R /Length ${rows.length} >>\nstream\n`,
    ),
    ...[rows, text(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`)],
  ]);
}

/** A PDF whose tree of pages leads back to its root. */
export const pdfCycle = (): Buffer =>
  pdfOf({
    1: CATALOG,
    2: '<< /Type /Pages /Count 1000 /Kids [3 0 R 2 0 R 4 0 R] >>',
    3: '<< /Type /Page /Parent 2 0 R >>',
    4: '<< /Type /Pages /Count 999 /Kids [2 0 R 2 0 R] >>',
  });

/** A PDF whose tree of pages has so many levels, each with one node, or with the next one twice. */
export const pdfOfLevels = (levels: number, kids: 1 | 2): Buffer =>
  pdfOf({
    1: CATALOG,
    ...Object.fromEntries(
      Array.from({ length: levels }, (_, at) => {
        const kid = `${at + 3} 0 R`;
        return [at + 2, `<< /Type /Pages /Count 5 /Kids [${kids === 2 ? `${kid} ${kid}` : kid}] >>`];
      }),
    ),
    [levels + 2]: '<< /Type /Page >>',
  });
