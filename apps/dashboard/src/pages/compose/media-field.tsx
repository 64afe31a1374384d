import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { fieldId } from './field-ids.ts';
import fields from './fields.module.css';
import { type Media, newMedia } from './form.ts';
import styles from './media-field.module.css';
import { MediaItemFields } from './media-item-fields.tsx';

const MAX_ITEMS = 10;

type Props = {
  readonly scope: string;
  readonly media: readonly Media[];
  readonly platforms: readonly string[];
  readonly isNeeded: boolean;
  readonly onChange: (media: readonly Media[]) => void;
};

/** Pictures and videos by their address. */
export function MediaField({ scope, media, platforms, isNeeded, onChange }: Props) {
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState('');
  const id = fieldId(scope, 'media');
  const add = (): void => {
    const url = address.trim();
    const found = problemOf(url, media.length);
    setProblem(found);
    if (found !== '') return;
    onChange([...media, newMedia(typeOf(url), url)]);
    setAddress('');
  };
  const move = (from: number, to: number): void => {
    const next = media.filter((_, i) => i !== from);
    onChange([...next.slice(0, to), media[from]!, ...next.slice(to)]);
  };
  return (
    <div className={fields.field}>
      <label htmlFor={id} className={fields.label}>
        Media
      </label>
      <p id={`${id}-hint`} className={fields.hint}>
        {isNeeded ? 'Instagram needs a picture or a video. ' : ''}Address of a picture or video that anybody can open.
      </p>
      {media.length > 0 && (
        <ol className={styles.media}>
          {media.map((item, i) => (
            <MediaItemFields
              key={item.key}
              scope={scope}
              item={item}
              platforms={platforms}
              position={i}
              count={media.length}
              onChange={(next) => onChange(media.map((one) => (one === item ? next : one)))}
              onMove={(to) => move(i, to)}
              onRemove={() => {
                onChange(media.filter((one) => one !== item));
                document.getElementById(id)?.focus();
              }}
            />
          ))}
        </ol>
      )}
      <div className={fields.row}>
        <input
          id={id}
          type="url"
          className={fields.control}
          placeholder="https://"
          autoComplete="off"
          aria-describedby={`${id}-hint ${id}-problem`}
          aria-invalid={problem !== '' || undefined}
          value={address}
          onChange={(event) => {
            setAddress(event.target.value);
            setProblem('');
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button onClick={add}>Add media</Button>
      </div>
      <p id={`${id}-problem`} className={fields.problem} aria-live="polite">
        {problem}
      </p>
    </div>
  );
}

function problemOf(url: string, count: number): string {
  if (count >= MAX_ITEMS) return `A post has at most ${MAX_ITEMS} pictures and videos. Remove one first.`;
  if (url === '') return 'Enter an address.';
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return 'Enter a whole address that begins with https://.';
  return '';
}

const typeOf = (url: string): Media['type'] =>
  /\.(mp4|mov|m4v|webm)$/i.test(new URL(url).pathname) ? 'video' : 'image';
