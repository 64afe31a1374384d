import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './preview-text.module.css';

/** More than any preview shows before it is cut. */
const MAX_SHOWN = 1500;
const MARKED = /(https?:\/\/[^\s]+|(?<![\p{L}\p{N}_])[#@][\p{L}\p{M}\p{N}_]+)/gu;

/** A part of a text that looks different, in UTF-16 code units. No two overlap. */
export type TextSpan = {
  readonly start: number;
  readonly end: number;
  readonly look: 'mention' | 'spoiler';
  /** Shown in place of the part. */
  readonly shown?: string;
};

type Props = {
  readonly text: string;
  readonly spans?: readonly TextSpan[];
  /** The number of lines that are shown before the text is cut; all without it. */
  readonly lines?: number;
  /** The number of characters that are shown before it is cut. */
  readonly characters?: number;
  readonly more?: string;
  /** The name before a caption. */
  readonly before?: ReactNode;
  readonly isLarge?: boolean;
};

/** Text with its links, hashtags and mentions marked, in its own direction. */
export const PreviewText = memo(function PreviewText(props: Props) {
  const { text, spans = [], lines, characters = MAX_SHOWN, more, before, isLarge } = props;
  const box = useRef<HTMLParagraphElement>(null);
  const [isCut, setIsCut] = useState(false);
  const shown = cutAt(text, characters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text.
  useLayoutEffect(() => {
    const element = box.current;
    if (element && lines !== undefined) setIsCut(element.scrollHeight > element.clientHeight + 1);
  }, [shown, lines]);
  if (text.trim() === '' && !before) return null;
  return (
    <div className={styles.text} data-large={isLarge || undefined}>
      <p
        ref={box}
        dir="auto"
        className={lines === undefined ? styles.whole : styles.clamped}
        style={lines === undefined ? undefined : { WebkitLineClamp: lines }}
      >
        {before}
        {partsOf(shown, spans)}
        {lines === undefined && shown.length < text.length && (
          <>…{more && <span className={styles.mark}> {more}</span>}</>
        )}
      </p>
      {isCut && <span className={styles.more}>{more}</span>}
    </div>
  );
});

/** The text with its spans; what lies between them has its links, hashtags and mentions marked. */
function partsOf(text: string, spans: readonly TextSpan[]): ReactNode[] {
  const ends = spans.filter(({ start }) => start < text.length).toSorted((one, other) => one.start - other.start);
  const between = (from: number, to?: number) => marked(text.slice(from, to), from);
  return [
    ...ends.flatMap(({ start, end, look, shown }, i) => [
      ...between(ends[i - 1]?.end ?? 0, start),
      <span key={`span ${start}`} className={styles[look]}>
        {look === 'spoiler' && <span className="unseen">Hidden until tapped: </span>}
        {shown ?? text.slice(start, end)}
      </span>,
    ]),
    ...between(ends.at(-1)?.end ?? 0),
  ];
}

const marked = (text: string, at: number): ReactNode[] =>
  text.split(MARKED).map((part, i) =>
    i % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity.
      <span key={`${at} ${i}`} className={styles.mark}>
        {part}
      </span>
    ) : (
      part
    ),
  );

/**
 * The beginning of a text, never cut within a character that people see as one, such as 👩‍👩‍👧.
 */
export function cutAt(text: string, length: number): string {
  if (text.length <= length) return text;
  // A little more, so that the last character of the part is whole.
  const around = new Intl.Segmenter().segment(text.slice(Math.max(0, length - 50), length + 50));
  const from = Math.max(0, length - 50);
  return text.slice(0, from + (around.containing(length - from)?.index ?? length - from));
}
