import { createRoot } from 'react-dom/client';
import './styles/tokens.css';
import './styles/base.css';
import { App } from './app/app.tsx';

createRoot(document.getElementById('root')!).render(<App />);
