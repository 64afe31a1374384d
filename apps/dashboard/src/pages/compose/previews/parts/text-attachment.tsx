import type { ThreadsTextAttachment } from '@fanfare/contract';
import { placesOf } from '@fanfare/network-threads/rules';
import type { ReactNode } from 'react';
import { LinkCard } from './link-card.tsx';
import { cutAt } from './preview-text.tsx';
import styles from './text-attachment.module.css';

/** More than fits into its lines. */
const MAX_SHOWN = 600;

/**
 * A long text below a post on Threads, with its styles, as far as readers see it before they open
 * it.
 */
export function TextAttachment({ attachment }: { readonly attachment: ThreadsTextAttachment }) {
  const { content, link } = attachment;
  return (
    <div className={styles.attachment}>
      <p className={styles.text} dir="auto">
        {styled(cutAt(content, MAX_SHOWN), attachment.styled ?? [])}
      </p>
      <p className={styles.open}>{content.length.toLocaleString('en')} characters · Read more</p>
      {link && URL.canParse(link) && <LinkCard link={link} />}
    </div>
  );
}

type Styled = NonNullable<ThreadsTextAttachment['styled']>;

function styled(text: string, parts: Styled): ReactNode[] {
  const places = parts
    .flatMap(({ part, styles: looks }) => placesOf(text, part).map((place) => ({ ...place, looks })))
    .toSorted((one, other) => one.start - other.start);
  return [
    ...places.flatMap(({ start, end, looks }, i) => [
      text.slice(places[i - 1]?.end ?? 0, start),
      <span key={start} className={looks.map((look) => styles[look]).join(' ')}>
        {text.slice(start, end)}
      </span>,
    ]),
    text.slice(places.at(-1)?.end ?? 0),
  ];
}
