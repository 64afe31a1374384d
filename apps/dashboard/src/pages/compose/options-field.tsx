import { networkName } from '../../icons/network-mark.tsx';
import { fieldId } from './field-ids.ts';
import type { Form } from './form.ts';
import { rulesOf } from './network-rules.ts';
import styles from './options-field.module.css';

type Props = { readonly form: Form; readonly hasCard: boolean; readonly onChange: (form: Form) => void };

/** Options that only some networks have. */
export function OptionsField({ form, hasCard, onChange }: Props) {
  const platforms = [...new Set(form.targets.map(({ platform }) => platform))];
  const labelling = platforms.filter((platform) => rulesOf(platform)?.limits.supports.aiGenerated);
  const carding = platforms.filter((platform) => rulesOf(platform)?.linkCard);
  const showsCard = carding.length > 0 && (hasCard || !form.linkCard);
  if (labelling.length === 0 && !showsCard) return null;
  return (
    <div className={styles.options}>
      {labelling.length > 0 && (
        <label className={styles.option}>
          <input
            id={fieldId('post', 'aiGenerated')}
            type="checkbox"
            checked={form.aiGenerated}
            onChange={(event) => onChange({ ...form, aiGenerated: event.target.checked })}
          />
          Label as AI-generated on {labelling.map(networkName).join(' and ')}
        </label>
      )}
      {showsCard && (
        <label className={styles.option}>
          <input
            id={fieldId('post', 'link')}
            type="checkbox"
            checked={form.linkCard}
            onChange={(event) => onChange({ ...form, linkCard: event.target.checked })}
          />
          Show the link as a card on {carding.map(networkName).join(' and ')}
        </label>
      )}
    </div>
  );
}
