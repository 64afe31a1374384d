import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from '../parts/menu.tsx';
import { useCurrent } from '../session/current.ts';
import { NewProjectDialog } from './new-project-dialog.tsx';
import { ProjectTrigger } from './triggers.tsx';

/** Names the project that the pages show, and offers the others. */
export default function ProjectSwitcher() {
  const { session, project, workspace, isOwner, choose } = useCurrent();
  const [, navigate] = useLocation();
  const [isCreating, setIsCreating] = useState(false);
  const change = (projectId: string): void => {
    if (projectId === project.id) return;
    choose(projectId);
    // Ids in the address belong to the last project.
    navigate('/');
  };
  return (
    <>
      <Menu openAtOnce trigger={<ProjectTrigger />}>
        {session.workspaces.map((one) => (
          <div key={one.id}>
            <MenuLabel>{one.name}</MenuLabel>
            <MenuChoice
              label={`Projects of ${one.name}`}
              value={project.id}
              options={one.projects.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={change}
            />
          </div>
        ))}
        {isOwner && (
          <>
            <MenuSeparator />
            <MenuItem icon={<Plus aria-hidden />} onSelect={() => setIsCreating(true)}>
              Create project
            </MenuItem>
          </>
        )}
      </Menu>
      <NewProjectDialog
        open={isCreating}
        onClose={() => setIsCreating(false)}
        workspace={workspace}
        onCreated={change}
      />
    </>
  );
}
