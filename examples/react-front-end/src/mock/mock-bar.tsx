import './mock-bar.css';
import { type Mock, SCENARIO_NAMES, SCENARIOS, type ScenarioName } from '@fanfare/mock';

const SKIP_MINUTES = 5;

/** Chooses what the mock does, and lets its time pass. */
export function MockBar({ mock, scenario }: { readonly mock: Mock; readonly scenario: ScenarioName }) {
  const choose = (name: string): void => window.location.assign(`?scenario=${name}`);
  return (
    <aside className="mock-bar" aria-label="Mock">
      <label>
        Scenario{' '}
        <select value={scenario} onChange={(event) => choose(event.target.value)}>
          {SCENARIO_NAMES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <button type="button" className="small plain" onClick={() => void mock.clock.advance(SKIP_MINUTES * 60_000)}>
        Skip {SKIP_MINUTES} minutes
      </button>
      <p>{SCENARIOS[scenario].summary.replaceAll('`', '')}</p>
    </aside>
  );
}
