import { Code } from '../../frame/code.tsx';
import { Section } from '../../frame/page.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { useCurrent } from '../../session/current.ts';
import styles from './page.module.css';
import { useKeyHint } from './queries.ts';

/** Leads on to the first call. The key itself is not shown again, so it stands in a variable. */
export function NoRequests() {
  const { session } = useCurrent();
  const { data: hint, isPending } = useKeyHint();
  if (isPending) return null;
  return (
    <Section
      title="No call in the last 7 days"
      description={
        hint ? (
          <>
            Put your key <code className={styles.key}>{hint}</code> into <code>FANFARE_API_KEY</code>, and run this. The
            call appears here within seconds.
          </>
        ) : (
          'Create a key first, put it into FANFARE_API_KEY, and run this. The call appears here within seconds.'
        )
      }
      {...(!hint && { actions: <ButtonLink href="/settings/keys">Create key</ButtonLink> })}
    >
      <Code
        label="call"
        text={`curl ${session.installation.baseUrl}/api/v1/accounts \\\n  -H "Authorization: Bearer $FANFARE_API_KEY"`}
      />
    </Section>
  );
}
