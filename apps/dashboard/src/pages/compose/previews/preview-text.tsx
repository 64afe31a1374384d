import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './preview-text.module.css';

/** More than any preview shows before it is cut. */
const MAX_SHOWN = 1500;
const MARKED = /(https?:\/\/[^\s]+|(?<![\p{L}\p{N}_])[#@][\p{L}\p{M}\p{N}_]+)/gu;

type Props = {
  readonly text: string;
  /** The number of lines that are shown before the text is cut; all without it. */
  readonly lines?: number;
  readonly more?: string;
  /** The name before a caption. */
  readonly before?: ReactNode;
  readonly isLarge?: boolean;
};

/** Text with its links, hashtags and mentions marked, in its own direction. */
export const PreviewText = memo(function PreviewText({ text, lines, more, before, isLarge }: Props) {
  const box = useRef<HTMLParagraphElement>(null);
  const [isCut, setIsCut] = useState(false);
  const shown = cutAt(text, MAX_SHOWN);
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
        {shown.split(MARKED).map((part, i) =>
          i % 2 === 1 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity.
            <span key={i} className={styles.mark}>
              {part}
            </span>
          ) : (
            part
          ),
        )}
        {lines === undefined && shown.length < text.length && '…'}
      </p>
      {isCut && <span className={styles.more}>{more}</span>}
    </div>
  );
});

/** The beginning of a text, never cut within a character that people see as one, such as 👩‍👩‍👧. */
export function cutAt(text: string, length: number): string {
  if (text.length <= length) return text;
  // A little more, so that the last character of the part is whole.
  const around = new Intl.Segmenter().segment(text.slice(Math.max(0, length - 50), length + 50));
  const from = Math.max(0, length - 50);
  return text.slice(0, from + (around.containing(length - from)?.index ?? length - from));
}
