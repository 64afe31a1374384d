import type { Account } from '@fanfare/sdk';
import { usePlatforms } from '../../../accounts/queries.ts';
import { networkName } from '../../../icons/network-mark.tsx';
import type { Form } from '../form.ts';
import { type Chosen, labelOf, optionsOf, withoutEmpty } from './option-schema.ts';
import styles from './options.module.css';
import { SchemaField } from './schema-field.tsx';

type Props = {
  readonly form: Form;
  readonly accounts: readonly Account[];
  readonly onChange: (form: Form) => void;
};

/** Options with a field of their own. */
const WITHOUT_FIELD: ReadonlySet<string> = new Set(['link', 'thread', 'firstComments']);

/** Everything else that the chosen networks can do, as the server describes it. */
export function MoreOptions({ form, accounts, onChange }: Props) {
  const { data: platforms = [] } = usePlatforms();
  const options = optionsOf(platforms, chosenOf(form, accounts), WITHOUT_FIELD);
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
              isBlock(name, having) ? networkName(name) : `${labelOf(name)} on ${having.map(networkName).join(', ')}`
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

/** The chosen networks, and kinds of the chosen hubs. */
const chosenOf = ({ targets }: Form, accounts: readonly Account[]): Chosen => ({
  platforms: targets.map(({ platform }) => platform),
  hubTypes: targets.flatMap(({ accountId }) => accounts.find(({ id }) => id === accountId)?.hub?.type ?? []),
});

/** Whether an option is what one network or one kind of hub has for itself. */
const isBlock = (name: string, platforms: readonly string[]): boolean =>
  platforms.includes(name) || (platforms.length === 1 && platforms[0] === 'hub');
