import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { CliError } from '../cli-error.ts';
import { mediaOf } from '../post/media-of.ts';
import { ofJson, type WrittenPost } from '../post/written-post.ts';

/** A post of a file, and the line where it begins. */
export type Line = { readonly number: number; readonly post: WrittenPost | CliError };

/** Columns with a meaning of their own; any other is an option of the targets. */
const COLUMNS = ['content', 'to', 'at', 'media', 'alt', 'firstComment', 'key'];

/**
 * Reads posts of a `.csv`, `.jsonl` or `.ndjson` file. A line that cannot be read is in the list as
 * its error.
 */
export function readLines(file: string, text: string): readonly Line[] {
  const folder = path.dirname(file);
  const ending = path.extname(file).toLowerCase();
  if (ending === '.csv') return ofCsv(text, folder);
  if (ending === '.jsonl' || ending === '.ndjson') return ofJsonLines(text, folder);
  throw new CliError(`${file} is neither .csv nor .jsonl.`);
}

function ofJsonLines(text: string, folder: string): readonly Line[] {
  const lines = text.split('\n').map((line, at) => ({ line: line.trim(), number: at + 1 }));
  return lines
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => ({ number, post: tried(() => ofJson(parsed(line), folder)) }));
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new CliError(`It is no JSON: ${error instanceof Error ? error.message : error}`);
  }
}

type Row = { readonly record: Readonly<Record<string, string>>; readonly info: { readonly lines: number } };

function ofCsv(text: string, folder: string): readonly Line[] {
  const rows = rowsOf(text);
  const header = Object.keys(rows[0]?.record ?? {});
  if (rows.length > 0 && !header.includes('to'))
    throw new CliError(
      `The first line names the columns: ${COLUMNS.join(', ')}, and options such as x.communityId. "to" is missing.`,
    );
  return rows.map(({ record, info }) => {
    // `lines` counts up to the end of the row; a text may have several.
    const number = info.lines - [...Object.values(record).join('')].filter((each) => each === '\n').length;
    return { number, post: tried(() => ofRow(record, folder)) };
  });
}

function rowsOf(text: string): readonly Row[] {
  try {
    return parse(text, { columns: true, info: true, bom: true, skip_empty_lines: true }) as unknown as Row[];
  } catch (error) {
    throw new CliError(`The file is no CSV: ${error instanceof Error ? error.message : error}`);
  }
}

function ofRow(record: Readonly<Record<string, string>>, folder: string): WrittenPost {
  const cell = (name: string): string | undefined => record[name]?.trim() || undefined;
  const list = (name: string): readonly string[] =>
    cell(name)
      ?.split('|')
      .map((part) => part.trim()) ?? [];
  const texts = list('alt');
  const media = list('media').map((source, at) =>
    mediaOf({ source: /^https?:/i.test(source) ? source : path.resolve(folder, source), altText: texts[at] || null }),
  );
  const options = Object.entries(record).filter(([name, value]) => !COLUMNS.includes(name) && value.trim() !== '');
  const [content, at, firstComment, key] = [record.content || undefined, cell('at'), cell('firstComment'), cell('key')];
  return {
    ...(content !== undefined && { content }),
    to: [cell('to') ?? ''],
    platforms: [],
    ...(media.length > 0 && { mediaItems: media }),
    ...(at !== undefined && { at }),
    options: options.map(([name, value]) => `${name}=${value}`),
    ...(firstComment !== undefined && { firstComment }),
    ...(key !== undefined && { key }),
    rest: {},
  };
}

function tried(read: () => WrittenPost): WrittenPost | CliError {
  try {
    return read();
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
}
