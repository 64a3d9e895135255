import { printFigures } from './figures';

/** Prints the figures before Jest's own reporter prints the counts of tests, so that the counts end the log. */
export default class FiguresReporter {
  onRunComplete(): void {
    printFigures();
  }
}
