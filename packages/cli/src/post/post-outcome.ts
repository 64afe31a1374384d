import type { Post, Target } from '@fanfare/sdk';
import { EXIT, type ExitCode } from '../exit-code.ts';

const isUnknown = (error: string | null): boolean => error?.startsWith('outcome_unknown') ?? false;

/** Errors of the parts of a target: further posts of a chain, and comments. */
const partErrors = ({ thread = [], firstComments = [], commentError }: Target): readonly (string | null)[] => [
  ...thread.slice(1).map(({ error }) => error),
  ...firstComments.map(({ error }) => error),
  commentError,
];

/** The exit code that a post makes. One that waits for its time is accepted. */
export function postOutcome(post: Post): ExitCode {
  const { targets } = post;
  if (targets.some((target) => [target.error, ...partErrors(target)].some(isUnknown))) return EXIT.unknown;
  if (post.status === 'failed' || post.status === 'cancelled') return EXIT.allFailed;
  const hasFailure = targets.some((target) => [target.error, ...partErrors(target)].some((error) => error !== null));
  return hasFailure ? EXIT.someFailed : EXIT.done;
}
