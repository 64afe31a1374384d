import type { TargetTimeline, TimelineEntry } from '@fanfare/app-contract';
import { redact } from '@fanfare/network';
import { toPublicId } from '../../process/ids.ts';
import type { TimelineTarget, TimelineWrite } from './timeline.table.ts';

/** Shortest pause to show. */
const NOTICEABLE_MS = 1_000;
const MAX_DETAIL_CHARS = 500;

type WriteEntry = Extract<TimelineEntry, { kind: 'write' }>;

/**
 * Builds the history of a target, in order of time, from its row, the rows that follow it, and
 * their journals.
 */
export function buildTimeline(
  target: TimelineTarget,
  journal: readonly TimelineWrite[],
  followUps: readonly TimelineTarget[] = [],
): TargetTimeline {
  const { recordedAt, publishAt } = target;
  const entries: TimelineEntry[] = [
    { kind: 'recorded', at: recordedAt.toISOString() },
    ...(publishAt ? [{ kind: 'due' as const, at: publishAt.toISOString() }] : []),
    ...[target, ...followUps].flatMap((one) => eventsOf(one, journal)),
  ];
  return {
    targetId: toPublicId('tgt', target.id),
    accountId: toPublicId('acc', target.accountId),
    platform: target.platform,
    state: target.isDone ? 'done' : target.isRunning ? 'running' : 'waiting',
    // The sort is stable: entries of one moment keep this order.
    entries: entries.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)),
  };
}

type EventEntry = Extract<TimelineEntry, { kind: 'write' | 'wait' | 'published' | 'failed' | 'comment' }>;

/** Events of one row, with its place in the chain or among the comments. */
function eventsOf(target: TimelineTarget, journal: readonly TimelineWrite[]): EventEntry[] {
  const { followUpKind: kind, followUpIndex: index } = target;
  const writes = journal.filter(({ targetId }) => targetId === target.id).map(toEntry);
  const events: EventEntry[] = [
    ...writes,
    ...endsOf(target, writes),
    // Somebody asked for a removal later: nothing waited for it.
    ...waitsOf(
      target,
      writes.filter(({ write }) => write !== 'unpublish'),
    ),
  ];
  return kind === null || index === null ? events : events.map((event) => ({ ...event, followUp: { kind, index } }));
}

function toEntry({ id, kind, ordinal, state, sends, detail, intendedAt, resolvedAt }: TimelineWrite): WriteEntry {
  return {
    kind: 'write',
    id,
    at: intendedAt.toISOString(),
    endedAt: state === 'intended' ? null : (resolvedAt?.toISOString() ?? null),
    write: kind,
    ordinal,
    state: state === 'intended' ? 'running' : state === 'accepted_late' ? 'accepted' : state,
    sends,
    detail: detail === null ? null : redact(detail).slice(0, MAX_DETAIL_CHARS),
  };
}

/** Waits between two writes, and after the last one until the next run. */
function waitsOf(target: TimelineTarget, writes: readonly WriteEntry[]): EventEntry[] {
  // A row waits for `infinity` until the post before it is live.
  const isDue = Number.isFinite(target.runAt.valueOf());
  const next = target.isDone || target.isRunning || !isDue ? [] : [target.runAt.toISOString()];
  const begins = [...writes.slice(1).map(({ at }) => at), ...next];
  return writes.flatMap(({ endedAt }, i) => {
    const until = begins[i];
    const isWait = endedAt !== null && until !== undefined && Date.parse(until) - Date.parse(endedAt) >= NOTICEABLE_MS;
    return isWait ? [{ kind: 'wait' as const, at: endedAt, until }] : [];
  });
}

function endsOf(target: TimelineTarget, writes: readonly WriteEntry[]): EventEntry[] {
  const { status, publishedAt, settledAt, error, commentStatus, commentError } = target;
  const ends: EventEntry[] = [];
  if (status === 'published' && publishedAt) ends.push({ kind: 'published', at: publishedAt.toISOString() });
  if (status === 'failed' && settledAt && error) ends.push({ kind: 'failed', at: settledAt.toISOString(), error });
  if (commentStatus === 'published' || commentStatus === 'failed') {
    const last = writes.findLast(({ write }) => write === 'comment');
    const at = last?.endedAt ?? last?.at ?? (settledAt ?? target.recordedAt).toISOString();
    ends.push({ kind: 'comment', at, status: commentStatus, error: commentError });
  }
  return ends;
}
