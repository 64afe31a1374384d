import { readSelection } from '../src/selection.ts';
import { trySuite } from './try-suite.ts';

trySuite(readSelection(process.env));
