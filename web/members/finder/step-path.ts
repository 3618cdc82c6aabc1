import { pathTo } from '../../platform/route-table.ts';
import { type Answers, writeAnswers } from './answers.ts';

/** The path of a step with the answers so far. */
export function stepPath(answers: Answers, step: number): string {
  return `${pathTo('match-finder')}?${writeAnswers(answers, step)}`;
}
