import { useMutation } from '@tanstack/react-query';
import { BookOpen, LogOut, MonitorX } from 'lucide-react';
import { callApp } from '../api/app-api.ts';
import { BASE_PATH } from '../api/base-path.ts';
import { signOut } from '../api/session.ts';
import { useShowFailure } from '../frame/use-show-failure.tsx';
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from '../parts/menu.tsx';
import { useCurrent } from '../session/current.ts';
import { UserTrigger } from './triggers.tsx';

/** The person who is signed in, and the two ways to sign out. */
export default function UserMenu() {
  const { session } = useCurrent();
  const showFailure = useShowFailure();
  const { email } = session.user;
  const signOutEverywhere = useMutation({
    mutationFn: () => callApp('sessions.endOthers', { body: {} }),
    onSuccess: () => signOut(session.csrfToken),
    onError: (error) => showFailure('You are still signed in.', error),
  });
  return (
    <Menu openAtOnce trigger={<UserTrigger />}>
      <MenuLabel>{email}</MenuLabel>
      <MenuItem icon={<BookOpen aria-hidden />} onSelect={() => window.open(`${BASE_PATH}/docs/explorer`, '_blank')}>
        Open API reference
      </MenuItem>
      <MenuLink href="/settings/sessions" icon={<MonitorX aria-hidden />}>
        Show sessions
      </MenuLink>
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={() => signOut(session.csrfToken)}>
        Sign out
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden />} onSelect={() => signOutEverywhere.mutate()}>
        Sign out everywhere
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>Fanfare {session.installation.version}</MenuLabel>
    </Menu>
  );
}
