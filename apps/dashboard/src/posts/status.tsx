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

/** Whether a target may be live and must not be sent again before somebody has looked. */
export const mayBeLive = ({ errorDetail }: Pick<Target, 'errorDetail'>): boolean =>
  errorDetail?.code === 'outcome_unknown';

const UNSURE: Status = { label: 'May be live', tone: 'unsure' };

/** The state of a post. A failed one with a target that may be live says that instead. */
export function statusOfPost({ status, targets }: Pick<Post, 'status' | 'targets'>): Status {
  return targets.some(mayBeLive) ? UNSURE : POST[status];
}

/** Whether the accounts of a post were removed, and its targets with them. */
export const isWithoutAccount = ({ targets }: Pick<Post, 'targets'>): boolean => targets.length === 0;

export const WITHOUT_ACCOUNT = 'Its account was removed, and with it what is known of its targets.';

export function PostBadge({ post }: { readonly post: Pick<Post, 'status' | 'targets'> }) {
  const { label, tone } = statusOfPost(post);
  return <Badge tone={tone}>{label}</Badge>;
}

/** The state of a target. `isScheduled` when its post waits for its time. */
export function statusOfTarget(target: Target, isScheduled = false): Status {
  if (mayBeLive(target)) return UNSURE;
  if (target.status === 'published')
    return target.unpublishedAt === null ? { label: 'Published', tone: 'good' } : { label: 'Removed', tone: 'plain' };
  if (target.status === 'pending')
    return isScheduled ? { label: 'Scheduled', tone: 'plan' } : { label: 'Publishing', tone: 'plain' };
  return target.errorDetail.code === 'cancelled'
    ? { label: 'Cancelled', tone: 'plain' }
    : { label: 'Failed', tone: 'bad' };
}

export function TargetBadge({
  target,
  isScheduled = false,
}: {
  readonly target: Target;
  readonly isScheduled?: boolean;
}) {
  const { label, tone } = statusOfTarget(target, isScheduled);
  return <Badge tone={tone}>{label}</Badge>;
}
