import { BASE_PATH } from '../../api/base-path.ts';
import { Section } from '../../frame/page.tsx';
import { Calls } from './calls.tsx';

/** An example that uses a key. The key is a variable: it is not shown again. */
export function QuickStart() {
  return (
    <Section
      title="Quick start"
      description={
        <>
          Put your key into <code>FANFARE_API_KEY</code>, then publish with one call. Every route is in the{' '}
          <a href={`${BASE_PATH}/docs/explorer`}>API reference</a>.
        </>
      }
    >
      <Calls apiKey="$FANFARE_API_KEY" canPublish />
    </Section>
  );
}
