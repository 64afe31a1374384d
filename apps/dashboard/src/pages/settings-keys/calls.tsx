import { Code } from '../../frame/code.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useCurrent } from '../../session/current.ts';
import { curlExample, sdkExample } from './examples.ts';
import { useExampleAccount } from './queries.ts';

/** The first call with a key, in curl and with the SDK. */
export function Calls({ apiKey, canPublish }: { readonly apiKey: string; readonly canPublish: boolean }) {
  const { session } = useCurrent();
  const { data: account = null } = useExampleAccount();
  const example = { baseUrl: session.installation.baseUrl, apiKey, account, canPublish };
  return (
    <Tabs
      label="The first call"
      tabs={[
        { value: 'curl', label: 'curl', content: <Code text={curlExample(example)} label="call" /> },
        { value: 'sdk', label: 'SDK', content: <Code text={sdkExample(example)} label="program" /> },
      ]}
    />
  );
}
