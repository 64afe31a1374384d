import { MOCK_ELSEWHERE } from '../src/implementation.ts';
import { readSelection } from '../src/selection.ts';
import { trySuite } from './try-suite.ts';

trySuite({ ...readSelection(process.env), names: MOCK_ELSEWHERE, sdkAsks: 'mock', isFull: true });
