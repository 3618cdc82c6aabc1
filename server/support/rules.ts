import type { ComplaintOutcome } from '../../contract/support/operations.ts';
import { oneLine } from '../platform/one-line.ts';

/** Days until the operator is warned of an open complaint. A warning of the abuse of children comes at once. */
export const warnedAfterDays = 3;

/** Longest temporary ban, in days; shorter than the six months for which reasons are kept. */
export const banDaysMax = 180;

/** Messages kept before a reported one. */
export const messagesBefore = 9;

/** Returns a text of several lines without control and invisible characters. */
export function cleanText(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(oneLine)
    .join('\n')
    .trim();
}

/** Whether an outcome is a decision that can be contested. */
export function isDecision(outcome: ComplaintOutcome): boolean {
  return outcome !== 'solved';
}
