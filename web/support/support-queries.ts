import { queryOptions } from '@tanstack/react-query';

import { CallError } from '../call.ts';
import { callFrom } from '../queries.ts';

/** Where a complaint stands; null where number and token belong to none. */
export const complaintQuery = (number: string, token: string) =>
  queryOptions({
    queryKey: ['complaint', number, token],
    queryFn: async (context) => {
      try {
        return await callFrom(context)('getComplaint', { number, token });
      } catch (error) {
        return nullIfGone(error);
      }
    },
    staleTime: 0,
  });

/** The reasons for a measure; null where number and token belong to none. */
export const measureQuery = (number: string, token: string) =>
  queryOptions({
    queryKey: ['measure', number, token],
    queryFn: async (context) => {
      try {
        return await callFrom(context)('getMeasure', { number, token });
      } catch (error) {
        return nullIfGone(error);
      }
    },
    staleTime: 0,
  });

function nullIfGone(error: unknown): null {
  if (error instanceof CallError && ['complaint.not-found', 'input.invalid'].includes(error.code)) return null;
  throw error;
}
