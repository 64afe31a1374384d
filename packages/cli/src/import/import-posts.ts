import { derivePublishKey, hashFiles } from '@fanfare/publish-key';
import type { CreatePostRequest, Fanfare, PlatformCapabilities } from '@fanfare/sdk';
import { CliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { plainText } from '../output/plain-text.ts';
import { type PlannedPost, planPost } from '../post/plan-post.ts';
import { platformsOf } from '../post/platforms-of.ts';
import { postOutcome } from '../post/post-outcome.ts';
import { readText } from '../post/read-post-file.ts';
import { uploadFiles } from '../post/upload-files.ts';
import type { WrittenPost } from '../post/written-post.ts';
import { machineZone } from '../when/zoned-time.ts';
import { readLines } from './read-lines.ts';

type Given = { readonly zone?: string | undefined; readonly dryRun?: true | undefined };

/** A line that may be sent. */
type Checked = {
  readonly number: number;
  readonly key: string;
  readonly request: CreatePostRequest;
};

/** Time after which the service refuses a new post for certain, whatever the clocks say. */
const LONG_PAST_MS = 3_600_000;

/**
 * Checks every line, and publishes or schedules the posts when all can be. The key of a line is
 * made from its content alone, so an import that broke off goes on, on any day and any machine.
 */
export async function importPosts(context: Context, file: string, given: Given): Promise<ExitCode> {
  const { output, signal } = context;
  const lines = readLines(file, readText(file, 'The file'));
  if (lines.length === 0) throw new CliError(`${file} has no post.`);
  const fanfare = await context.fanfare();
  const check = await createCheck(context, fanfare, given.zone ?? machineZone());
  const checked: Checked[] = [];
  const problems: string[] = [];
  for (const [at, { number, post }] of lines.entries()) {
    output.progress(`Checking ${at + 1} of ${lines.length}…`);
    const result = post instanceof CliError ? post.message : await check(number, post);
    if (typeof result === 'string') problems.push(`Line ${number}: ${result}`);
    else checked.push(result);
  }
  output.progress('');
  if (problems.length > 0)
    throw new CliError(`${problems.join('\n')}\nNothing of ${file} was sent. Correct it, and run the same command.`);
  output.note(`${checked.length} posts can be sent.`);
  if (given.dryRun) return EXIT.done;
  const exitCodes: ExitCode[] = [];
  for (const line of checked) {
    output.progress(`Line ${line.number}, ${exitCodes.length + 1} of ${checked.length}…`);
    exitCodes.push(await sendLine(context, fanfare, line));
    signal.throwIfAborted();
  }
  return outcomeOf(exitCodes);
}

/** Returns how to check a line: what is to be sent, or what is wrong with it. */
async function createCheck({ output, clock, signal }: Context, fanfare: Fanfare, zone: string) {
  const { accounts } = await fanfare.accounts.list({}, { signal });
  let platforms: Promise<readonly PlatformCapabilities[]> | null = null;
  const keys = new Map<string, number>();
  const now = clock.now();
  const deps = {
    accounts,
    zone,
    platforms: () => {
      platforms ??= platformsOf(fanfare, signal);
      return platforms;
    },
  };
  /** Asks the service; a post that it has already is not judged again. */
  const judge = async (planned: PlannedPost, request: Checked['request']): Promise<string | null> => {
    const { publishAt } = planned;
    const isPast = publishAt !== null && publishAt.getTime() < now.getTime() - 60_000;
    if (isPast && publishAt.getTime() > now.getTime() - LONG_PAST_MS)
      return 'Its time has just passed. If it was imported before, remove the line; otherwise give it another time.';
    // In the past it is answered with the post of an earlier import, or refused; it cannot be
    // published.
    if (isPast) return fanfare.posts.create(request, { signal }).then(() => null, sentenceOf);
    const { violations } = await fanfare.posts.validate(request, { signal });
    return violations.length === 0
      ? null
      : violations.map(({ path, message, rule }) => `${plainText(path)}: ${plainText(message)} (${rule})`).join('\n  ');
  };
  return async (number: number, post: WrittenPost): Promise<Checked | string> => {
    try {
      // Times of earlier imports are read as well.
      const planned = await planPost({ ...deps, now: new Date(0) }, post);
      if (planned.named.publishAt !== planned.content.publishAt)
        return `"${post.at}" means another time on another day. In a file a time has a date.`;
      const hashes = await hashFiles(planned.content);
      const day = new Date(0);
      const key =
        post.key ?? derivePublishKey(planned.content, { now: day, hashes }).replace(/^auto-[\d-]{10}/, 'import');
      const twin = keys.get(key);
      if (twin !== undefined) return `It is the same post as line ${twin}. Remove it, or give both a "key".`;
      keys.set(key, number);
      const request = {
        ...(await uploadFiles({ output, signal }, fanfare, planned, hashes, now)),
        idempotencyKey: key,
      };
      return (await judge(planned, request)) ?? { number, key, request };
    } catch (error) {
      return sentenceOf(error);
    }
  };
}

/** Says why a line is refused. Throws everything that is not about the line. */
async function sentenceOf(error: unknown): Promise<string> {
  if (error instanceof CliError && error.exitCode === EXIT.refused) return error.message;
  const { FanfareApiError } = await import('@fanfare/sdk');
  if (error instanceof FanfareApiError && error.status === 400)
    return [error.message, ...error.details.map((detail) => ('path' in detail ? detail.message : ''))]
      .map(plainText)
      .join('\n  ');
  throw error;
}

async function sendLine(context: Context, fanfare: Fanfare, line: Checked): Promise<ExitCode> {
  const { output, process, signal } = context;
  const { number, key, request } = line;
  try {
    const { post, replayed } = await (request.publishAt === undefined
      ? fanfare.posts.createAndWait(request, { signal })
      : fanfare.posts.create(request, { signal }));
    output.progress('');
    const text = `Line ${String(number).padEnd(4)} ${post.id}  ${post.status}${replayed ? '  (was there)' : ''}`;
    const facts = { line: number, key, postId: post.id, status: post.status, replayed };
    process.stdout.write(output.json ? `${JSON.stringify(facts)}\n` : `${text}\n`);
    return postOutcome(post);
  } catch (error) {
    output.note(`Stopped at line ${number}. The same command goes on there, and sends nothing twice.`);
    throw error;
  }
}

/** The exit code of many posts. */
function outcomeOf(codes: readonly ExitCode[]): ExitCode {
  if (codes.includes(EXIT.unknown)) return EXIT.unknown;
  if (codes.every((code) => code === EXIT.done)) return EXIT.done;
  return codes.every((code) => code === EXIT.allFailed) ? EXIT.allFailed : EXIT.someFailed;
}
