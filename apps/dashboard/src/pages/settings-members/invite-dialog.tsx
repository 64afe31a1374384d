import type { Role } from '@fanfare/app-contract';
import { useState } from 'react';
import { Code } from '../../frame/code.tsx';
import { describeError } from '../../frame/problem.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog, FormDialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { SelectField } from '../../parts/select.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useCurrent } from '../../session/current.ts';
import { useInvite } from './queries.ts';
import { ROLES } from './roles.ts';

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
        onSuccess: ({ url, isMailed }) => {
          if (url !== null) return;
          close();
          showToast(
            isMailed
              ? `${email.trim()} is invited. The link in the mail is valid for a week.`
              : `${email.trim()} is invited, but got several invitations by mail today. Ask them to sign in: it is shown there.`,
          );
        },
      },
    );
  if (open && invite.data?.url) return <LinkDialog email={email.trim()} url={invite.data.url} onClose={close} />;
  const { sendsMail } = session.installation;
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Invite a member"
      description={
        sendsMail
          ? `They get a mail with a link into ${workspace.name}.`
          : `This installation sends no mail: you get a link into ${workspace.name} to hand over.`
      }
      submit={sendsMail ? 'Send invitation' : 'Create invitation'}
      busy={invite.isPending}
      ready={email.trim() !== ''}
      onSubmit={submit}
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
      <SelectField
        label="Role"
        hint={ROLES.find(({ value }) => value === role)?.hint}
        value={role}
        onChange={setRole}
        options={ROLES}
      />
    </FormDialog>
  );
}

type LinkDialogProps = { readonly email: string; readonly url: string; readonly onClose: () => void };

/** The link of an invitation, where no mail is sent. */
const LinkDialog = ({ email, url, onClose }: LinkDialogProps) => (
  <Dialog
    open
    onClose={onClose}
    title={`${email} is invited`}
    description="Copy the link now and hand it over: it is shown only here. It works once, within a week."
    actions={
      <Button kind="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <Code text={url} label="link" wraps />
  </Dialog>
);
