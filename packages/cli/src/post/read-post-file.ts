import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import type { GivenPost } from './post-options.ts';
import { ofJson, ofWords, type WrittenPost, withWords } from './written-post.ts';

/** Reads a post from the words of a command, its file, and stdin. */
export async function readPost(
  context: Pick<Context, 'process'>,
  { text, file, ...given }: GivenPost & { readonly text?: string | undefined },
): Promise<WrittenPost> {
  if (text === '-' && file === '-') throw new CliError('The text and --file cannot both be read from stdin.');
  const content = text === '-' ? (await readStdin(context)).trimEnd() : text;
  const words = ofWords(content, given);
  if (file === undefined) return words;
  const json = file === '-' ? await readStdin(context) : readText(file, '--file');
  return withWords(ofJson(parse(json, file), file === '-' ? '.' : path.dirname(file)), words);
}

/** Reads a text file. Throws CliError that names it. */
export function readText(file: string, option: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new CliError(`${option}: ${file} cannot be read.`);
  }
}

async function readStdin({ process: { stdin } }: Pick<Context, 'process'>): Promise<string> {
  let text = '';
  for await (const chunk of stdin.setEncoding('utf8')) text += chunk;
  return text;
}

function parse(json: string, file: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new CliError(`--file: ${file} is no JSON: ${error instanceof Error ? error.message : error}`);
  }
}
