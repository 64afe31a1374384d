import type { Post, Target } from '@fanfare/sdk';
import { Badge, type Tone } from '../parts/badge.tsx';

type Status = { readonly label: string; readonly tone: Tone };

const POST: Readonly<Record<Post['status'], Status>> = {
  scheduled: { label: 'Scheduled', tone: 'plan' },
  publishing: { label: 'Publishing', tone: 'plain' },
  published: { label: 'Published', tone: 'good' },
  partial: { label: 'Partly published', tone: 'warn' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
};

/** Whether nobody knows what became of a target: it may be live, and must not be sent again before somebody has looked. */
export const mayBeLive = ({ errorDetail }: Pick<Target, 'errorDetail'>): boolean =>
  errorDetail?.code === 'outcome_unknown';

const UNSURE: Status = { label: 'May be live', tone: 'unsure' };

/** The state of a post. A failed one with a target that may be live says that instead. */
export function statusOfPost({ status, targets }: Pick<Post, 'status' | 'targets'>): Status {
  return targets.some(mayBeLive) ? UNSURE : POST[status];
}

export function PostBadge({ post }: { readonly post: Pick<Post, 'status' | 'targets'> }) {
  const { label, tone } = statusOfPost(post);
  return <Badge tone={tone}>{label}</Badge>;
}

export function TargetBadge({
  target,
  isScheduled = false,
}: {
  readonly target: Target;
  readonly isScheduled?: boolean;
}) {
  if (mayBeLive(target)) return <Badge tone={UNSURE.tone}>{UNSURE.label}</Badge>;
  if (target.status === 'failed')
    return target.errorDetail.code === 'cancelled' ? <Badge>Cancelled</Badge> : <Badge tone="bad">Failed</Badge>;
  if (target.status === 'published') return <Badge tone="good">Published</Badge>;
  return isScheduled ? <Badge tone="plan">Scheduled</Badge> : <Badge>Publishing</Badge>;
}
