import { usePlatforms } from '../../../accounts/queries.ts';
import { networkName } from '../../../icons/network-mark.tsx';
import type { Form } from '../form.ts';
import { labelOf, optionsOf, withoutEmpty } from './option-schema.ts';
import styles from './options.module.css';
import { SchemaField } from './schema-field.tsx';

type Props = { readonly form: Form; readonly onChange: (form: Form) => void };

/** Options with a field of their own. */
const WITHOUT_FIELD: ReadonlySet<string> = new Set(['link']);

/** Everything else that the chosen networks can do, as the server describes it. */
export function MoreOptions({ form, onChange }: Props) {
  const { data: platforms = [] } = usePlatforms();
  const chosen = [...new Set(form.targets.map(({ platform }) => platform))];
  const options = optionsOf(platforms, chosen, WITHOUT_FIELD);
  if (options.length === 0) return null;
  const used = options.filter(({ name }) => withoutEmpty(form.options[name]) !== undefined).length;
  return (
    <details className={styles.options}>
      <summary>More options{used > 0 && ` (${used} used)`}</summary>
      <div className={styles.inside}>
        {options.map(({ name, platforms: having, schema }) => (
          <SchemaField
            key={name}
            path={name}
            label={
              having.includes(name) ? networkName(name) : `${labelOf(name)} on ${having.map(networkName).join(', ')}`
            }
            schema={schema}
            value={form.options[name]}
            onChange={(value) => onChange({ ...form, options: { ...form.options, [name]: value } })}
          />
        ))}
      </div>
    </details>
  );
}
