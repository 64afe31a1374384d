import type { ApiKey } from '@fanfare/app-contract';
import { useState } from 'react';
import { Code } from '../../frame/code.tsx';
import { describeError } from '../../frame/problem.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog, FormDialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { SelectField } from '../../parts/select.tsx';
import { SCOPES } from '../../settings/scopes.ts';
import { Calls } from './calls.tsx';
import { useCreateKey } from './queries.ts';

/** Names a key and chooses its scope; then shows it, once. */
export function CreateKeyDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const create = useCreateKey();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<ApiKey['scope']>('all');
  const close = (): void => {
    onClose();
    create.reset();
    setName('');
  };
  if (create.data) return <NewKeyDialog open={open} onClose={close} created={create.data} />;
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Create a key"
      submit="Create key"
      busy={create.isPending}
      ready={name.trim() !== ''}
      onSubmit={() => create.mutate({ name: name.trim(), scope })}
    >
      <TextField
        label="Name"
        hint="Where the key is used, so that you know what stops when you revoke it."
        placeholder="Website"
        value={name}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
        error={create.error && describeError(create.error).message}
      />
      <SelectField
        label="Scope"
        hint={SCOPES.find(({ value }) => value === scope)?.hint}
        value={scope}
        onChange={setScope}
        options={SCOPES}
      />
    </FormDialog>
  );
}

type NewKeyProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly created: { readonly key: ApiKey; readonly secret: string };
};

function NewKeyDialog({ open, onClose, created: { key, secret } }: NewKeyProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`The key “${key.name}” is ready`}
      description="Copy it now: it is shown only here. Keep it on your server, not in a page or an app."
      actions={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Code text={secret} label="key" wraps />
      <Calls apiKey={secret} canPublish={key.scope === 'publish' || key.scope === 'all'} />
    </Dialog>
  );
}
