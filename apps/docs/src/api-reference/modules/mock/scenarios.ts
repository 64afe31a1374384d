/**
 * `mock.scenario`: named scenarios for tests, stories and documentation.
 *
 * @module
 */
export { type NetworkAccounts, SCENARIO_NAMES, SCENARIOS, type Scenario, type ScenarioName } from '@fanfare/mock';
