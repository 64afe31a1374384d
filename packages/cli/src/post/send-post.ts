import { type Fanfare, FanfareConnectionError, type Post, type PostCreated } from '@fanfare/sdk';
import { CliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { EXIT } from '../exit-code.ts';

/**
 * Sends a request with its key, and waits for the result where `waits` says so. Throws errors of
 * the SDK.
 */
export async function sendPost(
  { output, signal }: Context,
  fanfare: Fanfare,
  request: Parameters<Fanfare['posts']['create']>[0],
  waits: boolean,
): Promise<PostCreated> {
  let id: string | null = null;
  const onProgress = (post: Post): void => {
    if (id === null) output.note(`Post ${post.id}`);
    id = post.id;
    output.progress(post.targets.map(({ platform, status }) => `${platform} ${status}`).join(' · '));
  };
  output.progress('Publishing…');
  try {
    return await (waits
      ? fanfare.posts.createAndWait(request, { signal, onProgress })
      : fanfare.posts.create(request, { signal }));
  } catch (error) {
    output.progress('');
    if (signal.aborted) throw new CliError(stoppedNote(id), EXIT.interrupted);
    if (error instanceof FanfareConnectionError && error.mayHaveArrived)
      output.note('The post may have arrived. The same command finds out, and publishes nothing twice.');
    throw error;
  }
}

/** The message after Ctrl-C: it names what goes on. */
const stoppedNote = (id: string | null): string =>
  id === null
    ? 'Stopped waiting. If the post has arrived, it goes on. The same command shows it, and publishes nothing twice.'
    : `Stopped waiting. Post ${id} goes on. See: fanfare-cli posts wait ${id}`;
