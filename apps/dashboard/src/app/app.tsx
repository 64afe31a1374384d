import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Route, Router, Switch, useLocation } from 'wouter';
import { createQueries } from '../api/queries.ts';
import { Waiting } from '../frame/waiting.tsx';
import { Toasts } from '../parts/toast.tsx';
import { Shell } from '../shell/shell.tsx';
import { ShellWaiting } from '../shell/shell-waiting.tsx';
import { BASE_PATH } from './base-path.ts';
import { Boundary } from './boundary.tsx';
import { SignedIn, useCurrent } from './current.tsx';
import { NotFound } from './not-found.tsx';
import { ROUTES } from './routes.ts';
import { ShownLocation } from './shown-location.tsx';

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
