import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { isTokenOf, readNumber } from './numbers.ts';
import { presentMeasure } from './present.ts';
import { findMeasure } from './queries.ts';

/**
 * The statement of reasons for a measure, for its member, who may not be able to log in any more. Throws
 * complaint.not-found for a number that does not exist and for a wrong token, before anything is looked up.
 */
export const getMeasure: Handler<'getMeasure'> = async ({ number: typed, token }, { context }) => {
  const number = readNumber(typed);
  must(isTokenOf(context, number, token), 'complaint.not-found');
  const row = await context.database.first(findMeasure, { number });
  must(row, 'complaint.not-found');
  return presentMeasure(row);
};
