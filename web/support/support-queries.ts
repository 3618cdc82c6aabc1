import { queryOptions } from '@tanstack/react-query';

import { CallError } from '../platform/call.ts';
import { callFrom } from '../platform/queries.ts';

/** The state of a complaint; null if number and token match none. */
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

/** The reasons for a measure; null if number and token match none. */
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
