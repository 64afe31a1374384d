import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Route, Router, Switch, useLocation } from 'wouter';
import { BASE_PATH } from '../api/base-path.ts';
import { createQueries } from '../api/queries.ts';
import { Waiting } from '../frame/waiting.tsx';
import { ShownLocation } from '../location/shown-location.tsx';
import { Toasts } from '../parts/toast.tsx';
import { useCurrent } from '../session/current.ts';
import { Shell } from '../shell/shell.tsx';
import { ShellWaiting } from '../shell/shell-waiting.tsx';
import { Boundary } from './boundary.tsx';
import { NotFound } from './not-found.tsx';
import { ROUTES } from './routes.ts';
import { SignedIn } from './signed-in.tsx';

const queries = createQueries();

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <Router base={BASE_PATH}>
        <Boundary>
          <SignedIn waiting={<ShellWaiting />}>
            <Toasts>
              <Shell>
                <ShownLocation>
                  <Pages />
                </ShownLocation>
              </Shell>
            </Toasts>
          </SignedIn>
        </Boundary>
      </Router>
    </QueryClientProvider>
  );
}

function Pages() {
  const [location] = useLocation();
  const { project } = useCurrent();
  return (
    <Suspense key={project.id} fallback={<Waiting />}>
      <Boundary key={location} isWithinShell>
        <Switch>
          {ROUTES.map(({ path, Page }) => (
            <Route key={path} path={path}>
              {(parameters) => <Page {...parameters} />}
            </Route>
          ))}
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Boundary>
    </Suspense>
  );
}
