import type { MediaItem } from '@fanfare/contract';
import { ChevronLeft, ChevronRight, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import styles from './media.module.css';

type Shape = 'natural' | 'reel' | 'tile';

/** Drawn on top of an item, by its position: tags, the sign of captions. */
export type Overlay = (item: MediaItem, position: number) => ReactNode;

type SingleProps = { readonly item: MediaItem; readonly shape: Shape; readonly children?: ReactNode };

/** The sign of a video with subtitles. */
export const captionsBadge: Overlay = ({ type }) =>
  type === 'video' && (
    <abbr className={styles.captions} title="With captions">
      CC
    </abbr>
  );

/** One picture or video in a frame of its network. */
export function Single({ item, shape, children }: SingleProps) {
  return (
    <div className={styles.frame} data-shape={shape}>
      <Picture key={item.url} item={item} />
      {children}
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
export function Carousel({ media, overlay }: { readonly media: readonly MediaItem[]; readonly overlay?: Overlay }) {
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, media.length - 1);
  return (
    <div className={styles.carousel}>
      <Single item={media[at]!} shape="tile">
        {overlay?.(media[at]!, at)}
      </Single>
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

type CollageProps = {
  readonly media: readonly MediaItem[];
  readonly isFlush?: boolean;
  readonly overlay?: Overlay | undefined;
};

const MOST_SHOWN = 4;

/** Up to four items in one frame, and how many more there are. */
export function Collage({ media, isFlush = false, overlay }: CollageProps) {
  if (media.length === 0) return null;
  const shown = media.slice(0, MOST_SHOWN);
  return (
    <div className={styles.collage} data-count={shown.length} data-flush={isFlush || undefined}>
      {shown.map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand twice.
        <Single key={i} item={item} shape="tile">
          {overlay?.(item, i)}
        </Single>
      ))}
      {media.length > shown.length && <span className={styles.rest}>+{media.length - shown.length}</span>}
    </div>
  );
}
