import { AddressField } from './address-field.tsx';
import { fieldId } from './field-ids.ts';
import fields from './fields.module.css';
import { AddFiles } from './files/add-files.tsx';
import { useFilesOfComposer } from './files/files-context.ts';
import { MOST_ITEMS } from './files/use-files.ts';
import { type Media, newMedia } from './form.ts';
import styles from './media-field.module.css';
import { MediaItemFields } from './media-item-fields.tsx';

type Props = {
  readonly scope: string;
  readonly media: readonly Media[];
  readonly platforms: readonly string[];
  readonly isNeeded: boolean;
  readonly onChange: (media: readonly Media[]) => void;
};

/** Pictures and videos: files, or addresses. */
export function MediaField({ scope, media, platforms, isNeeded, onChange }: Props) {
  const { refusal } = useFilesOfComposer();
  const id = fieldId(scope, 'media');
  const move = (from: number, to: number): void => {
    const next = media.filter((_, i) => i !== from);
    onChange([...next.slice(0, to), media[from]!, ...next.slice(to)]);
  };
  return (
    <fieldset className={`${fields.field} ${styles.group}`}>
      <legend className={fields.label}>Media</legend>
      {isNeeded && <p className={fields.hint}>Instagram needs a picture or a video.</p>}
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
      <AddFiles id={id} scope={scope} platforms={platforms} />
      <p className={fields.problem} aria-live="polite">
        {refusal?.scope === scope && refusal.message}
      </p>
      <AddressField
        id={`${id}-address`}
        isFull={media.length >= MOST_ITEMS}
        onAdd={(type, url) => onChange([...media, newMedia(type, url)])}
      />
    </fieldset>
  );
}
