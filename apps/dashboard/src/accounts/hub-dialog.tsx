import type { Account } from '@fanfare/sdk';
import { type ComponentProps, useState } from 'react';
import { Problem } from '../frame/problem.tsx';
import { FormDialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { SelectField } from '../parts/select.tsx';
import { Tabs } from '../parts/tabs.tsx';
import styles from './hub-dialog.module.css';
import {
  emptyHubForm,
  fieldErrors,
  type HubForm,
  isComplete,
  isShownAtFields,
  needsUsername,
  SOFTWARE,
  toHubRequest,
} from './hub-form.ts';
import { useConnectHub } from './queries.ts';

type Props = {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Connects this one again; otherwise a new one. */
  readonly account?: Account;
  readonly onConnected: (account: Account) => void;
};

type TextName = Exclude<keyof HubForm, 'by' | 'type'>;
/** Makes the field of one text of the form. */
type FieldOf = (name: TextName, field: ComponentProps<typeof TextField>) => ReturnType<typeof TextField>;

/** Connects a hub with a code or a key. Forgets what was typed when it closes. */
export function HubDialog({ open, onClose, account, onConnected }: Props) {
  const connect = useConnectHub();
  const [form, setForm] = useState(() => emptyHubForm(account));
  const errors = fieldErrors(connect.error);
  const change = (changes: Partial<HubForm>): void => setForm({ ...form, ...changes });
  const close = (): void => {
    onClose();
    connect.reset();
    setForm(emptyHubForm(account));
  };
  const fieldOf: FieldOf = (name, field) => (
    <TextField
      key={name}
      autoComplete="off"
      spellCheck={false}
      value={form[name]}
      error={errors[name] ?? null}
      onChange={(event) => change({ [name]: event.target.value })}
      {...field}
    />
  );
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={account ? `Reconnect ${account.username}` : 'Connect a hub'}
      description="A site or community that you host yourself: WordPress, or software that speaks Micropub."
      submit={account ? 'Reconnect hub' : 'Connect hub'}
      busy={connect.isPending}
      ready={isComplete(form)}
      onSubmit={() =>
        connect.mutate(toHubRequest(form), {
          onSuccess: (connected) => {
            close();
            onConnected(connected);
          },
        })
      }
    >
      {fieldOf('hubUrl', {
        label: 'Address of the hub',
        type: 'url',
        placeholder: 'https://community.example.org',
        maxLength: 2_048,
        readOnly: account !== undefined,
      })}
      <Tabs
        label="How to connect"
        value={form.by}
        onChange={(by) => change({ by: by === 'key' ? 'key' : 'code' })}
        tabs={[
          { value: 'code', label: 'With a connect code', content: <CodeField fieldOf={fieldOf} /> },
          { value: 'key', label: 'With a key', content: <KeyFields {...{ form, change, fieldOf }} /> },
        ]}
      />
      <MoreFields
        fieldOf={fieldOf}
        isNew={account === undefined}
        isOpen={'defaultSpaceSlug' in errors || 'profileId' in errors}
      />
      {connect.error && !isShownAtFields(errors) && <Problem error={connect.error} />}
    </FormDialog>
  );
}

const CodeField = ({ fieldOf }: { readonly fieldOf: FieldOf }) =>
  fieldOf('connectCode', {
    label: 'Connect code',
    hint: 'The hub shows it once. A WordPress site needs the Fanfare plugin for it.',
    placeholder: 'TCVX-XRPK-KNNF-NLSW',
    maxLength: 255,
  });

function KeyFields({
  form,
  change,
  fieldOf,
}: {
  readonly form: HubForm;
  readonly change: (changes: Partial<HubForm>) => void;
  readonly fieldOf: FieldOf;
}) {
  const software = SOFTWARE.find(({ value }) => value === form.type);
  return (
    <div className={styles.form}>
      <SelectField
        label="Software"
        value={form.type}
        onChange={(type) => change({ type })}
        options={SOFTWARE.map(({ value, label }) => ({ value, label }))}
      />
      {needsUsername(form) &&
        fieldOf('username', { label: 'Name of the user', hint: 'The name for signing in to the hub.', maxLength: 255 })}
      {fieldOf('apiKey', {
        label: 'Key',
        hint: software?.hint,
        type: 'password',
        maxLength: 1_024,
        // Browsers offer to keep passwords of the page unless they are new ones.
        autoComplete: 'new-password',
      })}
    </div>
  );
}

type MoreProps = { readonly fieldOf: FieldOf; readonly isNew: boolean; readonly isOpen: boolean };

const MoreFields = ({ fieldOf, isNew, isOpen }: MoreProps) => (
  <details className={styles.more} open={isOpen || undefined}>
    <summary>{isNew ? 'Default space and profile id' : 'Default space'}</summary>
    <div className={styles.form}>
      {fieldOf('defaultSpaceSlug', {
        label: 'Default space',
        hint: 'The slug of a space of the hub, for posts that name none. You may leave it out.',
        maxLength: 255,
      })}
      {isNew && fieldOf('profileId', { label: 'Profile id', hint: PROFILE_ID_HINT, maxLength: 255 })}
    </div>
  </details>
);

/** Explains a profile id. */
export const PROFILE_ID_HINT =
  'Your own name for whose account it is, by which your code finds it. You may leave it out.';
