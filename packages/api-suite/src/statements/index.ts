import type { Statement } from '../statement.ts';
import { serviceStatements } from './1-service.ts';
import { resourceStatements } from './2-resources.ts';
import { stateStatements } from './3-states.ts';
import { connectStatements } from './4.1-connect.ts';
import { connectFlowStatements, reconnectStatements } from './4.1-connect-flow.ts';
import { admissionStatements } from './4.5-admission.ts';
import { contentRuleStatements } from './4.5-content-rules.ts';
import { keyStatements } from './4.5-keys.ts';
import { publishStatements } from './4.5-publish.ts';
import { replayStatements } from './4.5-replays.ts';
import { shapeStatements } from './4.5-shape.ts';
import { cancelStatements } from './4.8-cancel.ts';
import { errorStatements } from './7-errors.ts';
import { versionStatements } from './9-versions.ts';

/** Every statement, in the order of the description. */
export const STATEMENTS: readonly Statement[] = [
  ...serviceStatements,
  ...resourceStatements,
  ...stateStatements,
  ...connectStatements,
  ...connectFlowStatements,
  ...reconnectStatements,
  ...publishStatements,
  ...shapeStatements,
  ...admissionStatements,
  ...contentRuleStatements,
  ...keyStatements,
  ...replayStatements,
  ...cancelStatements,
  ...errorStatements,
  ...versionStatements,
];
