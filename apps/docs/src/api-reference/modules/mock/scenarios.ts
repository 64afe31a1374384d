/**
 * `mock.scenario`: named situations that tests, stories and documentation share.
 *
 * @module
 */
export { type NetworkAccounts, SCENARIO_NAMES, SCENARIOS, type Scenario, type ScenarioName } from '@fanfare/mock';
