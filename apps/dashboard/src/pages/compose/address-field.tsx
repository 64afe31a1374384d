import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import fields from './fields.module.css';
import { MOST_ITEMS } from './files/use-files.ts';
import type { Media } from './form.ts';

type Props = {
  readonly id: string;
  readonly isFull: boolean;
  readonly onAdd: (type: Media['type'], url: string) => void;
};

/** Takes a picture or video that stays where it is, by its address. */
export function AddressField({ id, isFull, onAdd }: Props) {
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState('');
  const add = (): void => {
    const url = address.trim();
    const found = problemOf(url, isFull);
    setProblem(found);
    if (found !== '') return;
    onAdd(typeOf(url), url);
    setAddress('');
  };
  return (
    <div>
      <label htmlFor={id} className={fields.smallLabel}>
        Or the address of a picture or video that anybody can open
      </label>
      <div className={fields.row}>
        <input
          id={id}
          type="url"
          className={fields.control}
          placeholder="https://"
          autoComplete="off"
          aria-describedby={`${id}-problem`}
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

function problemOf(url: string, isFull: boolean): string {
  if (isFull) return `A post has at most ${MOST_ITEMS} pictures and videos. Remove one first.`;
  if (url === '') return 'Enter an address.';
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return 'Enter a whole address that begins with https://.';
  return '';
}

function typeOf(url: string): Media['type'] {
  const { pathname } = new URL(url);
  if (/\.(pdf|docx?|pptx?)$/i.test(pathname)) return 'document';
  return /\.(mp4|mov|m4v|webm)$/i.test(pathname) ? 'video' : 'image';
}
