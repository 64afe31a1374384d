/** The stored state of a target's first comment. */
export type CommentRow = {
  readonly id: string;
  readonly platform: string;
  readonly status: string;
  readonly first_comment: string | null;
  readonly comment_status: string;
  readonly comment_error: string | null;
  readonly billed_comments: number;
  /** The comment's intents. */
  readonly comment_states: readonly string[];
};

type FaultKind = 'doubles' | 'unsettled' | 'falseReports' | 'ledger' | 'journal';

export const commentCode = ({ comment_error }: CommentRow): string | null => comment_error?.split(':')[0] ?? null;

export const isCommentUnknown = (row: CommentRow): boolean => commentCode(row) === 'outcome_unknown';

/**
 * Compares the stored state of a first comment with the number of comments on the network, as
 * strictly as for posts.
 */
export function commentViolations(row: CommentRow, shown: number): readonly (readonly [FaultKind, string])[] {
  const { comment_status, comment_states } = row;
  const code = commentCode(row);
  const what = `${row.platform} comment of target ${row.id}: ${comment_status}${code ? ` (${code})` : ''}, ${shown} live`;
  const published = comment_status === 'published';
  const isDoubt = isCommentUnknown(row);
  const isDue = row.status === 'published' && row.first_comment !== null;
  const standing = comment_states.filter((state) => ['intended', 'accepted', 'unknown'].includes(state));
  const states = `${what}, journal ${comment_states.join(', ') || 'empty'}`;
  const faults: [FaultKind, string][] = [];
  if (shown > 1) faults.push(['doubles', what]);
  if (isDue && comment_status === 'none') faults.push(['unsettled', what]);
  if (published ? shown !== 1 : !isDoubt && shown > 0) faults.push(['falseReports', what]);
  if (row.billed_comments !== (published ? 1 : 0)) faults.push(['ledger', `${what}, billed ${row.billed_comments}`]);
  if (standing.length > 1 || (published && standing[0] !== 'accepted')) faults.push(['journal', states]);
  else if (comment_status === 'failed' && !isDoubt && standing.length > 0) faults.push(['journal', states]);
  return faults;
}
