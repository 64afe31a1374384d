import { serviceStage } from './stages.ts';
import { tryApp } from './try-app.ts';

tryApp('the service', serviceStage);
