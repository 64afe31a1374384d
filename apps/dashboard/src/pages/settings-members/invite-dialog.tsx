import type { Role, Session } from '@fanfare/app-contract';
import { useState } from 'react';
import { useCurrent } from '../../app/current.tsx';
import { describeError } from '../../frame/problem.tsx';
import { Dialog, FormActions } from '../../parts/dialog.tsx';
import { Field, TextField } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useInvite } from './queries.ts';
import { ROLES } from './roles.ts';

const FORM = 'invite';

export function InviteDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { session, workspace } = useCurrent();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const invite = useInvite();
  const showToast = useToast();
  const close = (): void => {
    onClose();
    invite.reset();
    setEmail('');
  };
  const submit = (): void =>
    invite.mutate(
      { email: email.trim(), role },
      {
        onSuccess: () => {
          close();
          showToast(`${email.trim()} is invited. The link in the mail is valid for a week.`);
        },
      },
    );
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Invite a member"
      description={<Delivery installation={session.installation} workspaceName={workspace.name} />}
      actions={
        <FormActions
          form={FORM}
          submit="Send invitation"
          busy={invite.isPending}
          disabled={email.trim() === ''}
          onCancel={close}
        />
      }
    >
      <form
        id={FORM}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (email.trim() !== '' && !invite.isPending) submit();
        }}
      >
        <TextField
          label="E-mail"
          type="email"
          placeholder="grace@example.com"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={invite.error && describeError(invite.error).message}
        />
      </form>
      <Field label="Role" hint={ROLES.find(({ value }) => value === role)?.hint}>
        {({ id, 'aria-describedby': describedBy }) => (
          <Select id={id} aria-describedby={describedBy} value={role} onChange={setRole} options={ROLES} />
        )}
      </Field>
    </Dialog>
  );
}

type DeliveryProps = {
  readonly installation: Session['installation'];
  readonly workspaceName: string;
};

/** How the link of an invitation reaches the person. */
function Delivery({ installation, workspaceName }: DeliveryProps) {
  if (installation.sendsMail) return `They get a mail with a link into ${workspaceName}.`;
  if (installation.development)
    return (
      <>
        Their mail with the link is shown in the{' '}
        <a href={`${installation.baseUrl}/dev/inbox`}>inbox of this installation</a>.
      </>
    );
  return (
    <>
      This installation sends no mail, so nobody gets the link. Whoever runs it sets <code>SMTP_URL</code>, or adds the
      person with <code>fanfare members add</code>.
    </>
  );
}
