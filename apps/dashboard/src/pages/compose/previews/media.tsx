import type { MediaItem } from '@fanfare/contract';
import { ChevronLeft, ChevronRight, Play } from 'lucide-react';
import { useState } from 'react';
import styles from './media.module.css';

type Shape = 'natural' | 'reel' | 'tile';

/** One picture or video in a frame of its network. */
export function Single({ item, shape }: { readonly item: MediaItem; readonly shape: Shape }) {
  return (
    <div className={styles.frame} data-shape={shape}>
      <Picture key={item.url} item={item} />
    </div>
  );
}

function Picture({ item }: { readonly item: MediaItem }) {
  const [isBroken, setIsBroken] = useState(false);
  const fail = () => setIsBroken(true);
  if (isBroken) return <span className={styles.broken}>Cannot be opened from here</span>;
  if (item.type === 'image') return <img src={item.url} alt={item.altText ?? ''} onError={fail} />;
  if (item.type === 'document') return <span className={styles.broken}>Document</span>;
  const moment = item.thumbOffsetMs === undefined ? '' : `#t=${item.thumbOffsetMs / 1000}`;
  return (
    <>
      {item.coverUrl && URL.canParse(item.coverUrl) ? (
        <img src={item.coverUrl} alt="" onError={fail} />
      ) : (
        <video src={item.url + moment} preload="metadata" muted onError={fail} />
      )}
      <span className={styles.play} aria-hidden="true">
        <Play />
      </span>
    </>
  );
}

/** One item at a time in a frame of 4:5, with dots. */
export function Carousel({ media }: { readonly media: readonly MediaItem[] }) {
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, media.length - 1);
  return (
    <div className={styles.carousel}>
      <Single item={media[at]!} shape="tile" />
      {media.length > 1 && (
        <>
          <span className={styles.place}>
            {at + 1}/{media.length}
          </span>
          {at > 0 && (
            <button
              type="button"
              className={styles.before}
              aria-label="Previous picture"
              onClick={() => setChosen(at - 1)}
            >
              <ChevronLeft aria-hidden />
            </button>
          )}
          {at < media.length - 1 && (
            <button type="button" className={styles.after} aria-label="Next picture" onClick={() => setChosen(at + 1)}>
              <ChevronRight aria-hidden />
            </button>
          )}
          <span className={styles.dots} aria-hidden="true">
            {media.map((item, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place.
              <span key={i} data-chosen={i === at || undefined} data-type={item.type} />
            ))}
          </span>
        </>
      )}
    </div>
  );
}

/** Items side by side, of one height. */
export const Strip = ({ media }: { readonly media: readonly MediaItem[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard.
  <section className={styles.strip} aria-label="Pictures" tabIndex={0}>
    {media.map((item, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand twice.
      <Single key={i} item={item} shape="tile" />
    ))}
  </section>
);

type CollageProps = { readonly media: readonly MediaItem[]; readonly total: number; readonly isFlush?: boolean };

/** Up to four items in one frame, and how many more there are. */
export function Collage({ media, total, isFlush = false }: CollageProps) {
  if (media.length === 0) return null;
  return (
    <div className={styles.collage} data-count={media.length} data-flush={isFlush || undefined}>
      {media.map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand twice.
        <Single key={i} item={item} shape="tile" />
      ))}
      {total > media.length && <span className={styles.rest}>+{total - media.length}</span>}
    </div>
  );
}
