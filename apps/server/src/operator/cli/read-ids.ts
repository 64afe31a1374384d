import { readFile } from 'node:fs/promises';
import { CommandError } from './with-database.ts';

const MAX_LENGTH = 255;

/** Reads ids from words and a file (`-`: standard input), one per line, without repeats. */
export async function readIds(words: readonly string[], file: string | undefined): Promise<string[]> {
  const lines = file === undefined ? [] : (await readText(file)).split(/\r?\n/);
  const listed = lines.flatMap((line, i) => {
    const id = line.trim();
    return id === '' ? [] : [checkId(id, `Line ${i + 1} of ${file === '-' ? 'standard input' : file}`)];
  });
  const ids = [...words.map((word) => checkId(word, `"${word}"`)), ...listed];
  if (ids.length === 0) throw new CommandError('No ids were given. Pass ids, or a file of ids with --file.');
  return [...new Set(ids)];
}

/** Refuses other formats instead of guessing: every network's user id is one word. */
function checkId(id: string, where: string): string {
  if (id === '' || id.length > MAX_LENGTH || /[\s,;"'\p{Cc}]/u.test(id))
    throw new CommandError(
      `${where} is not an id. An id is one word, and a file has one per line and nothing else. Nothing was removed.`,
    );
  return id;
}

async function readText(file: string): Promise<string> {
  try {
    return file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${file} cannot be read: ${why}`);
  }
}

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}
