import type { Fanfare, Post } from '@fanfare/sdk';
import { CliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { postOutcome } from '../post/post-outcome.ts';
import { showPost } from '../post/show-post.ts';
import { machineZone } from '../when/zoned-time.ts';

export async function getPost(context: Context, id: string): Promise<ExitCode> {
  const fanfare = await context.fanfare();
  const { post } = await fanfare.posts.get(id, { signal: context.signal });
  await print(context, fanfare, post);
  return EXIT.done;
}

export async function cancelPost(context: Context, id: string): Promise<ExitCode> {
  const fanfare = await context.fanfare();
  const { post } = await fanfare.posts.cancel(id, { signal: context.signal });
  await print(context, fanfare, post);
  return EXIT.done;
}

export async function waitForPost(context: Context, id: string, timeoutMinutes: number): Promise<ExitCode> {
  const { output, signal } = context;
  const fanfare = await context.fanfare();
  const onProgress = ({ status, targets }: Post): void =>
    output.progress([status, ...targets.map((target) => `${target.platform} ${target.status}`)].join(' · '));
  try {
    const options = { signal, onProgress, timeoutMs: timeoutMinutes * 60_000 };
    const post = await fanfare.posts.waitUntilSettled(id, options);
    await print(context, fanfare, post);
    return postOutcome(post);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CliError(`Stopped waiting. Post ${id} goes on.`, EXIT.interrupted);
  }
}

async function print({ output, signal }: Context, fanfare: Fanfare, post: Post): Promise<void> {
  const { accounts } = output.json
    ? { accounts: [] }
    : await fanfare.accounts.list({ includeRevoked: true }, { signal });
  output.data({ post }, () => showPost({ paint: output.paint, accounts, zone: machineZone() }, post));
}
