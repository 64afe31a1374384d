import { accessSync, constants, statSync } from 'node:fs';
import { Fanfare, type MediaFile } from '@fanfare/sdk';
import { CliError } from '../cli-error.ts';
import type { Connection } from '../read-connection.ts';
import type { UploadArguments } from './arguments.ts';

type Deps = {
  readonly connection: Connection;
  readonly signal: AbortSignal;
  readonly print: (text: string) => void;
  /** Shows how far a file is, in place of what it showed before; null where nobody looks. */
  readonly progress: ((text: string) => void) | null;
};

/** Uploads files one after the other. Returns whether all can be used. Throws errors of the SDK. */
export async function runUpload(
  { connection, signal, print, progress }: Deps,
  { files, json }: UploadArguments,
): Promise<boolean> {
  // Before the first byte: nothing is uploaded of a call with a wrong name.
  for (const file of files) requireFile(file);
  const fanfare = new Fanfare(connection);
  let isUsable = true;
  for (const file of files) {
    const { media } = await fanfare.media.upload(file, {
      // The service reads the type from the bytes.
      contentType: 'application/octet-stream',
      signal,
      onProgress: ({ sentBytes, totalBytes }) => progress?.(`${file}  ${Math.floor((100 * sentBytes) / totalBytes)}%`),
    });
    progress?.('');
    print(json ? `${JSON.stringify(media)}\n` : linesOf(file, media));
    if (media.status !== 'ready') isUsable = false;
  }
  return isUsable;
}

function requireFile(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new CliError(`${file} cannot be read.`);
  }
  if (!statSync(file).isFile()) throw new CliError(`${file} is not a file.`);
}

const linesOf = (file: string, media: MediaFile): string =>
  media.status === 'ready'
    ? [
        media.url,
        ...media.problems.map(({ platform, message, rule }) => `  ${platform}: ${message} (${rule})`),
        '',
      ].join('\n')
    : `${file} is refused: ${media.error}\n`;
