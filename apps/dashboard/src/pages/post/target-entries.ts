import type { TargetTimeline, TimelineEntry } from '@fanfare/app-contract';
import type { TimelineEntry as Shown } from '../../frame/timeline.tsx';
import type { Tone } from '../../parts/badge.tsx';
import { remedyOf, withoutCode } from '../../posts/remedies.ts';

type Write = Extract<TimelineEntry, { kind: 'write' }>;

/** Puts the events of a target into words. */
export const toShown = ({ entries }: TargetTimeline): Shown[] =>
  entries.map((entry, at) => {
    const { title, ...shown } = describe(entry);
    return { key: `${entry.kind} ${at}`, at: entry.at, ...shown, title: `${placeOf(entry)}${title}` };
  });

/** Before what happened to another post than that of the target. */
function placeOf(entry: TimelineEntry): string {
  if (!('followUp' in entry) || !entry.followUp) return '';
  const { kind, index } = entry.followUp;
  return kind === 'thread' ? `Post ${index + 1}, ` : `Further comment ${index + 1}, `;
}

function describe(entry: TimelineEntry): Omit<Shown, 'key' | 'at'> {
  switch (entry.kind) {
    case 'recorded':
      return { title: 'Post accepted' };
    case 'due':
      return { title: 'Scheduled for this time', tone: 'plan' };
    case 'write':
      return describeWrite(entry);
    case 'wait':
      return { title: `Wait of ${duration(entry.at, entry.until)}` };
    case 'published':
      return { title: 'Published', tone: 'good' };
    case 'failed':
      return describeFailure(entry.error);
    case 'comment':
      return entry.status === 'published'
        ? { title: 'First comment published', tone: 'good' }
        : { title: 'First comment not published', tone: 'bad', detail: withoutCode(entry.error) };
  }
}

function describeFailure(error: Extract<TimelineEntry, { kind: 'failed' }>['error']): Omit<Shown, 'key' | 'at'> {
  const { code, message, networkCode, networkMessage } = error;
  const network = [networkCode, networkMessage].filter(Boolean).join(': ');
  const detail = [message, network && `The network said “${network}”`, remedyOf(error)].filter(Boolean).join(' ');
  if (code === 'outcome_unknown') return { title: 'Outcome unknown: may be live', tone: 'unsure', detail };
  return code === 'cancelled' ? { title: 'Cancelled' } : { title: 'Failed', tone: 'bad', detail };
}

const WRITES: Readonly<Record<Write['write'], string>> = {
  media: 'Upload',
  container: 'Preparation',
  publish: 'Publish',
  comment: 'First comment',
  unpublish: 'Removal',
};
const STATES: Readonly<Record<Write['state'], { readonly words: string; readonly tone: Tone }>> = {
  running: { words: 'under way', tone: 'plain' },
  accepted: { words: 'accepted', tone: 'plain' },
  rejected: { words: 'refused', tone: 'bad' },
  not_sent: { words: 'not sent', tone: 'warn' },
  unknown: { words: 'without an answer', tone: 'unsure' },
  absent: { words: 'not on the network', tone: 'warn' },
};

function describeWrite({ write, ordinal, state, sends, at, endedAt, detail }: Write): Omit<Shown, 'key' | 'at'> {
  const name = write === 'media' ? `${WRITES.media} of media ${ordinal + 1}` : WRITES[write];
  const { words, tone } = STATES[state];
  const facts = [
    endedAt && `Took ${duration(at, endedAt)}.`,
    sends > 1 && `Sent ${sends} times.`,
    detail && `Answer: ${detail}`,
  ];
  return { title: `${name}: ${words}`, tone, detail: facts.filter(Boolean).join(' ') };
}

/** A length of time with its unit: `240 ms`, `3.2 s`, `4 min`. */
function duration(from: string, to: string): string {
  const ms = Math.max(0, Date.parse(to) - Date.parse(from));
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 120_000) return `${(ms / 1_000).toFixed(1)} s`;
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${(ms / 3_600_000).toFixed(1)} h`;
}
