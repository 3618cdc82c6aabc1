import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { isComplaintToken, readNumber } from './numbers.ts';
import { presentMeasure } from './present.ts';
import { findMeasure } from './queries.ts';

/**
 * Returns the statement of reasons for a measure, without a login, because its member may be banned. Throws
 * complaint.not-found for an unknown number and for a wrong token, which is checked before any lookup.
 */
export const getMeasure: Handler<'getMeasure'> = async ({ number: typed, token }, { context }) => {
  const number = readNumber(typed);
  must(isComplaintToken(context, number, token), 'complaint.not-found');
  const row = await context.database.first(findMeasure, { number });
  must(row, 'complaint.not-found');
  return presentMeasure(row);
};
