import { FileRefusedError, hostFiles } from '@fanfare/publish-key';
import type { Fanfare } from '@fanfare/sdk';
import { CliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { EXIT } from '../exit-code.ts';
import type { PlannedPost } from './plan-post.ts';

/**
 * Uploads the local files of a post, each once a day. Throws CliError for a file that is refused.
 */
export async function uploadFiles(
  { output, signal }: Pick<Context, 'output' | 'signal'>,
  fanfare: Fanfare,
  { content }: PlannedPost,
  hashes: ReadonlyMap<string, string>,
  now: Date,
) {
  if (hashes.size > 0) output.progress(`Uploading ${hashes.size === 1 ? 'a file' : `${hashes.size} files`}…`);
  try {
    return await hostFiles({ media: fanfare.media, now, signal }, content, hashes);
  } catch (error) {
    if (error instanceof FileRefusedError) throw new CliError(error.message);
    if (signal.aborted)
      throw new CliError(
        'Stopped during the upload. Nothing was published. The same command goes on.',
        EXIT.interrupted,
      );
    throw error;
  } finally {
    output.progress('');
  }
}
