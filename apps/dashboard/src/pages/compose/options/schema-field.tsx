import { Plus, X } from 'lucide-react';
import { Button } from '../../../parts/button.tsx';
import { Select } from '../../../parts/select.tsx';
import { fieldId } from '../field-ids.ts';
import fields from '../fields.module.css';
import { hintOf, labelOf, type OptionSchema } from './option-schema.ts';
import styles from './options.module.css';

type Props = {
  /** Its place in the request: `poll.options[1]`. */
  readonly path: string;
  readonly label: string;
  readonly schema: OptionSchema;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
};

const optionId = (path: string): string => fieldId('option', path);

/** A field for a part of an option, whatever its schema describes. */
export function SchemaField(props: Props) {
  const { schema } = props;
  if (schema.properties) return <ObjectFields {...props} properties={schema.properties} />;
  if (schema.items) return <ListField {...props} items={schema.items} />;
  if (schema.enum) return <ChoiceField {...props} values={schema.enum} />;
  if (schema.type === 'boolean') return <YesNoField {...props} />;
  return <TextField {...props} />;
}

const entriesOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

type ObjectProps = Props & { readonly properties: Readonly<Record<string, OptionSchema>> };

function ObjectFields({ path, label, properties, value, onChange }: ObjectProps) {
  const entries = entriesOf(value);
  return (
    <fieldset className={styles.group} id={optionId(path)}>
      <legend className={fields.label}>{label}</legend>
      {Object.entries(properties).map(([name, schema]) => (
        <SchemaField
          key={name}
          path={`${path}.${name}`}
          label={labelOf(name)}
          schema={schema}
          value={entries[name]}
          onChange={(inner) => onChange({ ...entries, [name]: inner })}
        />
      ))}
    </fieldset>
  );
}

function ListField({ path, label, schema, items, value, onChange }: Props & { readonly items: OptionSchema }) {
  const given: readonly unknown[] = Array.isArray(value) ? value : [];
  const least = Math.max(schema.minItems ?? 0, 1);
  const entries = [...given, ...Array.from({ length: Math.max(0, least - given.length) }, () => '')];
  const isFull = entries.length >= (schema.maxItems ?? Number.POSITIVE_INFINITY);
  return (
    <fieldset className={styles.group} id={optionId(path)}>
      <legend className={fields.smallLabel}>{label}</legend>
      {entries.map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is what stands at its position.
        <div key={at} className={styles.entry}>
          <SchemaField
            path={`${path}[${at}]`}
            label={`${at + 1}`}
            schema={items}
            value={entry}
            onChange={(inner) => onChange(entries.map((other, index) => (index === at ? inner : other)))}
          />
          {entries.length > least && (
            <Button
              size="small"
              kind="quiet"
              icon={<X aria-hidden />}
              aria-label={`Remove ${at + 1} of ${label}`}
              onClick={() => onChange(entries.filter((_, index) => index !== at))}
            />
          )}
        </div>
      ))}
      {!isFull && (
        <Button size="small" icon={<Plus aria-hidden />} onClick={() => onChange([...entries, ''])}>
          Add<span className="unseen"> to {label}</span>
        </Button>
      )}
    </fieldset>
  );
}

type ChoiceProps = Omit<Props, 'onChange'> & {
  readonly values: readonly string[];
  readonly onChange: (value: string) => void;
};

function ChoiceField({ path, label, schema, values, value, onChange }: ChoiceProps) {
  const options = [{ value: '', label: 'As usual' }, ...values.map((each) => ({ value: each, label: labelOf(each) }))];
  return (
    <div className={fields.field}>
      <span className={fields.smallLabel}>{label}</span>
      <Select
        id={optionId(path)}
        aria-label={label}
        value={typeof value === 'string' ? value : ''}
        options={options}
        onChange={onChange}
      />
      <Hint schema={schema} />
    </div>
  );
}

/** Three states: what is not said may mean either. */
function YesNoField({ value, onChange, ...props }: Props) {
  const shown = typeof value === 'boolean' ? (value ? 'yes' : 'no') : '';
  return (
    <ChoiceField
      {...props}
      values={['yes', 'no']}
      value={shown}
      onChange={(chosen) => onChange(chosen === '' ? '' : chosen === 'yes')}
    />
  );
}

/** A text of several lines from this length on. */
const LONG_CHARS = 300;

function TextField({ path, label, schema, value, onChange }: Props) {
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  const given = {
    id: optionId(path),
    className: fields.control,
    dir: 'auto' as const,
    maxLength: schema.maxLength,
    value: typeof value === 'string' || typeof value === 'number' ? String(value) : '',
  };
  return (
    <div className={fields.field}>
      <label htmlFor={given.id} className={fields.smallLabel}>
        {label}
      </label>
      {(schema.maxLength ?? 0) >= LONG_CHARS ? (
        <textarea {...given} rows={4} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input
          {...given}
          inputMode={isNumber ? 'numeric' : 'text'}
          onChange={({ target }) => onChange(isNumber ? toNumber(target.value) : target.value)}
        />
      )}
      <Hint schema={schema} />
    </div>
  );
}

const toNumber = (typed: string): number | '' => {
  const digits = typed.replaceAll(/\D/g, '').slice(0, 15);
  return digits === '' ? '' : Number(digits);
};

function Hint({ schema }: Pick<Props, 'schema'>) {
  const hint = hintOf(schema);
  return hint === '' ? null : <p className={fields.hint}>{hint}</p>;
}
