import { accessSync, constants, statSync } from 'node:fs';
import type { MediaFile } from '@fanfare/sdk';
import { CliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { plainText } from '../output/plain-text.ts';

/** Uploads files one after the other. Throws errors of the SDK. */
export async function runUpload(
  { output, process, signal, fanfare }: Context,
  files: readonly string[],
): Promise<ExitCode> {
  // Before the first byte: nothing is uploaded of a call with a wrong name.
  for (const file of files) requireFile(file);
  const { media: hosted } = await fanfare();
  let isUsable = true;
  try {
    for (const file of files) {
      const { media } = await hosted.upload(file, {
        // The service reads the type from the bytes.
        contentType: 'application/octet-stream',
        signal,
        onProgress: ({ sentBytes, totalBytes }) =>
          output.progress(`${file}  ${Math.floor((100 * sentBytes) / totalBytes)}%`),
      });
      output.progress('');
      process.stdout.write(output.json ? `${JSON.stringify(media)}\n` : linesOf(file, media));
      if (media.status !== 'ready') isUsable = false;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CliError('Stopped. Files without an address above are not uploaded.', EXIT.interrupted);
  }
  return isUsable ? EXIT.done : EXIT.refused;
}

/** Throws CliError for what is no readable file. */
export function requireFile(file: string): void {
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
        ...media.problems.map(({ platform, message, rule }) => `  ${platform}: ${plainText(message)} (${rule})`),
        '',
      ].join('\n')
    : `${file} is refused: ${plainText(media.error ?? '')}\n`;
