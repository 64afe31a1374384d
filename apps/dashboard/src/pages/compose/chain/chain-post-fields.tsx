import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { Button } from '../../../parts/button.tsx';
import { fieldId } from '../field-ids.ts';
import fields from '../fields.module.css';
import type { ChainPost } from '../form.ts';
import { MediaField } from '../media-field.tsx';
import styles from './chain.module.css';
import { PostCounts } from './post-counts.tsx';

type Props = {
  readonly post: ChainPost;
  /** Among all posts of the chain, of which the first is 0. */
  readonly position: number;
  readonly count: number;
  readonly platforms: readonly string[];
  readonly onChange: (post: ChainPost) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
};

/** Text and media of one post of a chain. */
export function ChainPostFields({ post, position, count, platforms, onChange, onMove, onRemove }: Props) {
  const { key, content, media } = post;
  const name = `post ${position + 1}`;
  const id = fieldId(key, 'content');
  return (
    <li className={styles.post} data-scope={key}>
      <div className={styles.head}>
        <label htmlFor={id} className={fields.label}>
          Post {position + 1}
        </label>
        <Button
          id={fieldId(key, 'up')}
          size="small"
          kind="quiet"
          icon={<ArrowUp aria-hidden />}
          aria-label={`Move ${name} up`}
          onClick={() => onMove(position - 1)}
        />
        <Button
          id={fieldId(key, 'down')}
          size="small"
          kind="quiet"
          icon={<ArrowDown aria-hidden />}
          aria-label={`Move ${name} down`}
          disabled={position === count - 1}
          onClick={() => onMove(position + 1)}
        />
        <Button size="small" kind="quiet" icon={<X aria-hidden />} aria-label={`Remove ${name}`} onClick={onRemove} />
      </div>
      <textarea
        id={id}
        dir="auto"
        className={fields.shortBox}
        aria-describedby={`${id}-counts`}
        value={content}
        onChange={(event) => onChange({ ...post, content: event.target.value })}
      />
      <PostCounts id={`${id}-counts`} fieldId={id} />
      <details open={media.length > 0 || undefined}>
        <summary className={fields.smallLabel}>Media of {name}</summary>
        <MediaField
          scope={key}
          media={media}
          platforms={platforms}
          isNeeded={false}
          onChange={(next) => onChange({ ...post, media: next })}
        />
      </details>
    </li>
  );
}
