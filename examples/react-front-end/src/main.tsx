import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createClient } from './create-client.ts';
import './style.css';

const root = createRoot(document.getElementById('root')!);
const fanfare = createClient(window.location.origin);

if (import.meta.env.DEV || import.meta.env.MODE === 'mock') {
  // Not in the production bundle.
  const { startMock, MockedApp } = await import('./mock/index.ts');
  const mocked = await startMock();
  root.render(
    <StrictMode>
      <MockedApp fanfare={fanfare} {...mocked} />
    </StrictMode>,
  );
} else {
  root.render(
    <StrictMode>
      <App fanfare={fanfare} openPage={(authUrl) => window.location.assign(authUrl)} />
    </StrictMode>,
  );
}
