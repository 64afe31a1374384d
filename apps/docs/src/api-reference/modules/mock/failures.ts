/**
 * `mock.networks`: networks that refuse or are slow. `mock.faults`: connections and servers that
 * fail.
 *
 * @module
 */
export {
  ConnectionDropped,
  type FailureScript,
  type Fault,
  type Faults,
  type MockNetwork,
  type ScriptScope,
  type WarningScript,
} from '@fanfare/mock';
