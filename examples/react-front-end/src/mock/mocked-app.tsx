import { type Mock, SCENARIO_NAMES, SCENARIOS, type ScenarioName } from '@fanfare/mock';
import type { Fanfare } from '@fanfare/sdk';
import { useState } from 'react';
import { App } from '../app.tsx';
import type { Draft } from '../draft.ts';
import './mock-bar.css';

const SKIP_MINUTES = 5;

type Props = {
  readonly fanfare: Fanfare;
  readonly mock: Mock;
  /** The current scenario. */
  readonly first: ScenarioName;
  readonly openPage: (authUrl: string) => void;
  readonly example: Partial<Draft>;
};

/** The app below a bar that selects the mock's scenario, and advances its clock. */
export function MockedApp({ fanfare, mock, first, openPage, example }: Props) {
  const [scenario, setScenario] = useState(first);
  const choose = (name: ScenarioName): void => {
    mock.reset();
    mock.scenario(name);
    window.history.replaceState(null, '', `?scenario=${name}`);
    setScenario(name);
  };
  return (
    <>
      <aside className="mock-bar" aria-label="Mock">
        <label>
          Scenario{' '}
          <select value={scenario} onChange={(event) => choose(SCENARIO_NAMES[event.target.selectedIndex] ?? first)}>
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
      <App key={scenario} fanfare={fanfare} openPage={openPage} example={example} />
    </>
  );
}
