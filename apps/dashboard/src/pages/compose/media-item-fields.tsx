import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/select.tsx';
import { fieldId } from './field-ids.ts';
import fields from './fields.module.css';
import { FileProblems } from './files/file-problems.tsx';
import { useFilesOfComposer } from './files/files-context.ts';
import { hostedName } from './files/known-file.ts';
import { UploadLine } from './files/upload-line.tsx';
import { isLocal, type Media } from './form.ts';
import styles from './media-field.module.css';
import { rulesOf } from './network-rules.ts';

type Props = {
  readonly scope: string;
  readonly item: Media;
  readonly platforms: readonly string[];
  readonly position: number;
  readonly count: number;
  readonly onChange: (item: Media) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
};

const TYPES = [
  { value: 'image', label: 'Picture' },
  { value: 'video', label: 'Video' },
  { value: 'document', label: 'Document' },
] as const;

const NOUNS = { image: 'picture', video: 'video', document: 'document' } as const;

/** One picture, video or document, with the cover of a video where a chosen network takes one. */
export function MediaItemFields({ scope, item, platforms, position, count, onChange, onMove, onRemove }: Props) {
  const id = (field: string) => fieldId(scope, `${item.key}-${field}`);
  const name = `${NOUNS[item.type]} ${position + 1}`;
  const takes = (what: 'coverUrl' | 'thumbOffsetMs') =>
    platforms.some((platform) => rulesOf(platform)?.limits.supports[what]);
  const isVideo = item.type === 'video';
  const known = useFilesOfComposer().known.get(item.url);
  const shownName = known?.name ?? hostedName(item.url) ?? item.url;
  return (
    <li className={styles.item}>
      <Thumb key={item.url} item={item} />
      <div className={styles.itemFields}>
        <div className={styles.itemHead}>
          <span className={styles.address} title={shownName}>
            {shownName}
          </span>
          <Button
            size="small"
            kind="quiet"
            icon={<ArrowUp aria-hidden />}
            aria-label={`Move ${name} up`}
            disabled={position === 0}
            onClick={() => onMove(position - 1)}
          />
          <Button
            size="small"
            kind="quiet"
            icon={<ArrowDown aria-hidden />}
            aria-label={`Move ${name} down`}
            disabled={position === count - 1}
            onClick={() => onMove(position + 1)}
          />
          <Button
            id={id('remove')}
            size="small"
            kind="quiet"
            icon={<X aria-hidden />}
            aria-label={isLocal(item.url) ? `Cancel upload of ${name}` : `Remove ${name}`}
            onClick={onRemove}
          />
        </div>
        <UploadLine url={item.url} name={name} />
        <FileProblems fieldId={id('remove')} name={name} />
        <div className={fields.row}>
          {/* The type of a file that was read is known. */}
          {!known && (
            <Select
              aria-label={`Kind of ${name}`}
              value={item.type}
              options={TYPES}
              onChange={(type) => onChange({ ...item, type })}
            />
          )}
          {item.type === 'image' && item.altText.trim() === '' && <Badge tone="warn">No alt text</Badge>}
        </div>
        {item.type === 'image' && (
          <Line id={id('altText')} label={`Alt text of ${name}`}>
            <textarea
              id={id('altText')}
              dir="auto"
              rows={1}
              maxLength={1000}
              className={fields.control}
              placeholder="What the picture shows"
              value={item.altText}
              onChange={(event) => onChange({ ...item, altText: event.target.value })}
            />
          </Line>
        )}
        {item.type === 'document' && (
          <Line id={id('title')} label={`Title of ${name}`}>
            <input
              id={id('title')}
              dir="auto"
              maxLength={400}
              className={fields.control}
              placeholder="The name of its file"
              value={item.title}
              onChange={(event) => onChange({ ...item, title: event.target.value })}
            />
          </Line>
        )}
        {isVideo && takes('coverUrl') && (
          <Line id={id('coverUrl')} label="Address of the cover">
            <input
              id={id('coverUrl')}
              type="url"
              placeholder="https://"
              className={fields.control}
              value={item.coverUrl}
              onChange={(event) => onChange({ ...item, coverUrl: event.target.value.trim() })}
            />
          </Line>
        )}
        {isVideo && takes('thumbOffsetMs') && (
          <Line id={id('thumbOffsetMs')} label="Or the moment of the video, in milliseconds (Instagram)">
            <input
              id={id('thumbOffsetMs')}
              inputMode="numeric"
              className={fields.control}
              value={item.thumbOffsetMs}
              onChange={(event) =>
                onChange({ ...item, thumbOffsetMs: event.target.value.replace(/\D/g, '').slice(0, 9) })
              }
            />
          </Line>
        )}
      </div>
    </li>
  );
}

const Line = ({
  id,
  label,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly children: ReactNode;
}) => (
  <div>
    <label htmlFor={id} className={fields.smallLabel}>
      {label}
    </label>
    {children}
  </div>
);

function Thumb({ item }: { readonly item: Media }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <span className={styles.thumb}>Not found</span>;
  if (item.type === 'document') return <span className={styles.thumb}>File</span>;
  if (item.type === 'video')
    return <video className={styles.thumb} src={item.url} preload="metadata" muted onError={() => setIsBroken(true)} />;
  // Dragged by mistake it would be uploaded again.
  return <img className={styles.thumb} src={item.url} alt="" draggable={false} onError={() => setIsBroken(true)} />;
}
