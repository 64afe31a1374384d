import { MOST_FIRST_COMMENTS } from '@fanfare/contract';
import { Plus, X } from 'lucide-react';
import { networkName } from '../../../icons/network-mark.tsx';
import { Button } from '../../../parts/button.tsx';
import { Select } from '../../../parts/select.tsx';
import { fieldId } from '../field-ids.ts';
import fields from '../fields.module.css';
import { DELAY_UNITS, type DelayUnit, type FurtherComment, newComment, type Words } from '../form.ts';
import { labelOf } from '../options/option-schema.ts';
import { useHasOption } from '../options/use-has-option.ts';
import styles from './chain.module.css';

type Props = {
  readonly scope: string;
  readonly words: Words;
  readonly platforms: readonly string[];
  readonly onChange: (words: Words) => void;
};

/** Comments of the author besides the first one, at once or later. */
export function FurtherComments({ scope, words, platforms, onChange }: Props) {
  const hasOption = useHasOption();
  const { firstComments } = words;
  const having = [...new Set(platforms)].filter((platform) => hasOption(platform, 'firstComments'));
  if (having.length === 0 && firstComments.length === 0) return null;
  const set = (next: readonly FurtherComment[]): void => onChange({ ...words, firstComments: next });
  const addId = fieldId(scope, 'firstComments');
  return (
    <fieldset className={`${styles.chain} ${styles.group}`}>
      <legend className="unseen">More comments</legend>
      {firstComments.length > 0 && (
        <p className={fields.hint}>
          {having.length > 0
            ? `Written below the post on ${having.map(networkName).join(', ')}, up to 7 days later.`
            : 'None of these networks has comments: they are left out.'}
        </p>
      )}
      {firstComments.map((comment, i) => (
        <CommentFields
          key={comment.key}
          comment={comment}
          name={`Comment ${i + 2}`}
          onChange={(next) => set(firstComments.with(i, next))}
          onRemove={() => {
            set(firstComments.filter((one) => one !== comment));
            document.getElementById(addId)?.focus();
          }}
        />
      ))}
      <div>
        <Button
          id={addId}
          size="small"
          icon={<Plus aria-hidden />}
          disabled={firstComments.length >= MOST_FIRST_COMMENTS}
          onClick={() => set([...firstComments, newComment()])}
        >
          Add another comment
        </Button>
      </div>
    </fieldset>
  );
}

const UNITS = (Object.keys(DELAY_UNITS) as DelayUnit[]).map((unit) => ({ value: unit, label: labelOf(unit) }));

type CommentProps = {
  readonly comment: FurtherComment;
  readonly name: string;
  readonly onChange: (comment: FurtherComment) => void;
  readonly onRemove: () => void;
};

function CommentFields({ comment, name, onChange, onRemove }: CommentProps) {
  const { key, content, after, unit } = comment;
  const id = (field: string) => fieldId(key, field);
  return (
    <div className={styles.comment}>
      <div className={styles.head}>
        <label htmlFor={id('content')} className={fields.smallLabel}>
          {name}
        </label>
        <Button
          size="small"
          kind="quiet"
          icon={<X aria-hidden />}
          aria-label={`Remove ${name.toLowerCase()}`}
          onClick={onRemove}
        />
      </div>
      <textarea
        id={id('content')}
        dir="auto"
        rows={2}
        className={fields.control}
        value={content}
        onChange={(event) => onChange({ ...comment, content: event.target.value })}
      />
      <div className={styles.delay}>
        <label htmlFor={id('afterSeconds')} className={fields.smallLabel}>
          After the post<span className="unseen">, {name.toLowerCase()}</span>
        </label>
        <input
          id={id('afterSeconds')}
          inputMode="numeric"
          className={fields.control}
          placeholder="0"
          value={after}
          onChange={(event) => onChange({ ...comment, after: event.target.value.replaceAll(/\D/g, '').slice(0, 6) })}
        />
        <Select
          aria-label={`Unit of the delay of ${name.toLowerCase()}`}
          value={unit}
          options={UNITS}
          onChange={(next) => onChange({ ...comment, unit: next })}
        />
      </div>
    </div>
  );
}
