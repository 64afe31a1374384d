import type { Session } from '@fanfare/app-contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApp } from '../api/app-api.ts';
import { loadSession } from '../api/session.ts';
import { describeError } from '../frame/problem.tsx';
import { FormDialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { SESSION_KEY } from '../session/current.ts';

type Props = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly workspace: Session['workspaces'][number];
  readonly onCreated: (projectId: string) => void;
};

/** Names a new project, and goes there. */
export function NewProjectDialog({ open, onClose, workspace, onCreated }: Props) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: async () => {
      const { project } = await callApp('projects.create', {
        params: { workspaceId: workspace.id },
        body: { name: name.trim() },
      });
      await queries.fetchQuery({ queryKey: SESSION_KEY, queryFn: loadSession, staleTime: 0 });
      return project;
    },
    onSuccess: ({ id }) => {
      close();
      onCreated(id);
    },
  });
  const close = (): void => {
    create.reset();
    setName('');
    onClose();
  };
  const { projectCap, projects } = workspace;
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Create a project"
      description="A project has its own accounts, posts and keys. Use one for each of your applications."
      submit="Create project"
      busy={create.isPending}
      ready={name.trim() !== ''}
      onSubmit={() => create.mutate()}
    >
      <TextField
        label="Name"
        hint={projectCap !== null && `${projects.length} of ${projectCap} projects of ${workspace.name} exist.`}
        error={create.error && describeError(create.error).message}
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.target.value)}
        autoComplete="off"
      />
    </FormDialog>
  );
}
