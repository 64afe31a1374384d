import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Field, TextAreaField, TextField } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import { Group, Row } from './group.tsx';

const KINDS = ['primary', 'secondary', 'quiet', 'danger'] as const;
const SCOPES = [
  { value: 'all', label: 'Everything', hint: 'Also webhooks and disconnecting accounts' },
  { value: 'publish', label: 'Publish', hint: 'Posts, reposts, accounts' },
  { value: 'read', label: 'Read only' },
] as const;

/** Buttons, fields and selects. */
export function Controls({ theme }: { readonly theme: string }) {
  const [scope, setScope] = useState<(typeof SCOPES)[number]['value']>('publish');
  return (
    <>
      <Group title="Button">
        <Row>
          {KINDS.map((kind) => (
            <Button key={kind} kind={kind}>
              Publish now
            </Button>
          ))}
        </Row>
        <Row>
          {KINDS.map((kind) => (
            <Button key={kind} kind={kind} size="small" icon={<Plus aria-hidden />}>
              Add account
            </Button>
          ))}
        </Row>
        <Row>
          <Button kind="primary" disabled>
            Disabled
          </Button>
          <Button kind="primary" busy>
            Publish now
          </Button>
          <Button kind="quiet" icon={<Trash2 aria-hidden />} aria-label={`Delete (${theme})`} />
          <ButtonLink href="/">Go to Home</ButtonLink>
        </Row>
      </Group>
      <Group title="Field">
        <TextField label="Name" hint="Shown on connect pages." placeholder="Harbour café" />
        <TextField label="E-mail" error="Enter an address such as ada@example.com." defaultValue="ada@" />
        <TextField label="Project id" disabled defaultValue="prj_01m7w4n5nt" />
        <TextAreaField label="Text" defaultValue="The harbour is awake. First coffee at seven." />
      </Group>
      <Group title="Select">
        <Field label="Scope" hint="What the key may do.">
          {(control) => (
            <Select
              id={control.id}
              aria-describedby={control['aria-describedby']}
              value={scope}
              onChange={setScope}
              options={SCOPES}
            />
          )}
        </Field>
        <Select
          aria-label={`Network (${theme})`}
          value="x"
          onChange={() => undefined}
          options={[{ value: 'x', label: 'X' }]}
          disabled
        />
      </Group>
    </>
  );
}
