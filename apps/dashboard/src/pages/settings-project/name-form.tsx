import { useState } from 'react';
import { describeError } from '../../frame/problem.tsx';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useCurrent } from '../../session/current.ts';
import styles from './page.module.css';
import { useRename } from './queries.ts';

export function NameForm() {
  const { project } = useCurrent();
  const [name, setName] = useState(project.name);
  const rename = useRename();
  const showToast = useToast();
  const isChanged = name.trim() !== '' && name.trim() !== project.name;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !rename.isPending)
          rename.mutate(name.trim(), { onSuccess: () => showToast('The project has its new name.') });
      }}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
        error={rename.error && describeError(rename.error).message}
      />
      <Button type="submit" busy={rename.isPending} disabled={!isChanged}>
        Save name
      </Button>
    </form>
  );
}
