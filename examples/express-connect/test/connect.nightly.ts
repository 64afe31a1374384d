import { mockStage, serviceStage } from './stages.ts';
import { tryApp } from './try-app.ts';

tryApp('the standalone mock', mockStage);
tryApp('the service', serviceStage);
