import type { ComplaintOutcome } from '../../contract/support.ts';
import { oneLine } from '../platform/one-line.ts';

/** After so many days the operator is warned of a complaint that nobody has closed; of the abuse of children, at once. */
export const warnedAfterDays = 3;

/** For how many days somebody is banned at most, if not for good: shorter than the six months for which the reasons are kept. */
export const banDaysMax = 180;

/** How many messages before a reported one are kept with it. */
export const messagesBefore = 9;

/** A text of several lines without what steers a terminal or hides. */
export function cleanText(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(oneLine)
    .join('\n')
    .trim();
}

/** Whether an outcome decides about content or about a decision, so that one can object to it. */
export function isDecision(outcome: ComplaintOutcome): boolean {
  return outcome !== 'solved';
}
