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
        if (error instanceof CallError && ['complaint.not-found', 'input.invalid'].includes(error.code)) return null;
        throw error;
      }
    },
    staleTime: 0,
  });
