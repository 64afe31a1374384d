import { createRoot } from 'react-dom/client';
import '@fanfare/design-tokens/tokens.css';
import './styles/base.css';
import { App } from './app/app.tsx';

createRoot(document.getElementById('root')!).render(<App />);
