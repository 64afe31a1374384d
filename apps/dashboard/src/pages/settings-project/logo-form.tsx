import { useState } from 'react';
import { describeError } from '../../frame/problem.tsx';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useCurrent } from '../../session/current.ts';
import styles from './page.module.css';
import { useRemoveLogo, useSetLogo } from './queries.ts';

const MAX_BYTES = 262_144;

export function LogoForm() {
  const { logoUrl, name } = useCurrent().project;
  const setLogo = useSetLogo();
  const removeLogo = useRemoveLogo();
  const showToast = useToast();
  const [tooLarge, setTooLarge] = useState<string | null>(null);
  const error = setLogo.error ?? removeLogo.error;
  const choose = (file: File | undefined): void => {
    setTooLarge(null);
    if (file && file.size > MAX_BYTES)
      setTooLarge(`${file.name} has ${Math.ceil(file.size / 1024)} KiB. Choose a picture of at most 256 KiB.`);
    else if (file) setLogo.mutate(file, { onSuccess: () => showToast('The project has its new logo.') });
  };
  return (
    <div className={styles.form}>
      <Field
        label="Logo"
        hint="PNG, JPEG or WebP of at most 256 KiB. Square pictures look best."
        error={tooLarge ?? (error && describeError(error).message)}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            onChange={(event) => choose(event.target.files?.[0])}
          />
        )}
      </Field>
      {logoUrl && (
        <div className={styles.row}>
          <img src={logoUrl} alt={`Logo of ${name}`} className={styles.logo} />
          <Button
            kind="quiet"
            busy={removeLogo.isPending}
            onClick={() => removeLogo.mutate(undefined, { onSuccess: () => showToast('The logo is removed.') })}
          >
            Remove logo
          </Button>
        </div>
      )}
    </div>
  );
}
