import type { BrowserSession } from '@fanfare/app-contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApp } from '../../api/app-api.ts';
import { signOut } from '../../api/session.ts';
import { Problem } from '../../frame/problem.tsx';
import { Time } from '../../frame/time.tsx';
import { useShowFailure } from '../../frame/use-show-failure.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Table } from '../../parts/table.tsx';
import { useCurrent } from '../../session/current.ts';
import { SettingsFrame } from '../../settings/settings-frame.tsx';
import { browserName } from './browser-name.ts';

const SESSIONS = ['sessions'];

/** Sessions: browsers in which the person is signed in. */
export default function SessionsPage() {
  const { session } = useCurrent();
  const queries = useQueryClient();
  const showFailure = useShowFailure();
  const { data, error, refetch } = useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) => callApp('sessions.list', { signal }).then(({ sessions }) => sessions),
  });
  const changed = {
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSIONS }),
    onError: (failure: unknown) => showFailure('Nothing was signed out.', failure),
  };
  const end = useMutation({
    mutationFn: (sessionId: string) => callApp('sessions.end', { params: { sessionId } }),
    ...changed,
  });
  const endOthers = useMutation({ mutationFn: () => callApp('sessions.endOthers', { body: {} }), ...changed });
  const action = ({ id, userAgent, isCurrent }: BrowserSession) => (
    <Button
      size="small"
      aria-label={isCurrent ? 'Sign out of this browser' : `Sign out of ${browserName(userAgent)}`}
      busy={end.isPending && end.variables === id}
      onClick={() => (isCurrent ? signOut(session.csrfToken) : end.mutate(id))}
    >
      Sign out
    </Button>
  );
  return (
    <SettingsFrame
      title="Sessions"
      description="The browsers in which you are signed in. A session ends by itself when it is not used for 14 days."
      actions={
        data &&
        data.length > 1 && (
          <Button busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Sign out of all others
          </Button>
        )
      }
    >
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!error && !data && <Waiting rows={2} />}
      {data && (
        <Table
          label="Sessions"
          rows={data}
          rowKey={({ id }) => id}
          columns={[
            { key: 'browser', label: 'Browser', cell: ({ userAgent }) => browserName(userAgent) },
            {
              key: 'current',
              label: 'State',
              cell: ({ isCurrent }) => isCurrent && <Badge tone="good">This browser</Badge>,
            },
            { key: 'seen', label: 'Last used', cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
            { key: 'created', label: 'Signed in', cell: ({ createdAt }) => <Time at={createdAt} /> },
            { key: 'actions', label: '', cell: action },
          ]}
        />
      )}
    </SettingsFrame>
  );
}
