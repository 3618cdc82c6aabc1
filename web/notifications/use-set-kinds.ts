import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { NotificationKind } from '../../contract/notifications/notification-rules.ts';
import { call } from '../platform/call.ts';
import { userQuery } from '../platform/queries.ts';

interface Change {
  kinds: readonly NotificationKind[];
  on: boolean;
}

/**
 * Turns kinds of email on or off, one change after the other: each starts from the result of the last. Other kinds
 * stay as they are on the server, where they may have been changed elsewhere since.
 */
export function useSetKinds() {
  const queries = useQueryClient();
  return useMutation({
    scope: { id: 'notifications' },
    mutationFn: ({ kinds, on }: Change) => {
      const off = new Set(queries.getQueryData(userQuery.queryKey)?.notifications_disabled);
      for (const kind of kinds) {
        if (on) off.delete(kind);
        else off.add(kind);
      }
      return call('updateUser', { notifications_disabled: [...off], notifications_changed: [...kinds] });
    },
    onSuccess: ({ user }) => queries.setQueryData(userQuery.queryKey, user),
  });
}

/** Resumes the emails that a failed address stopped. */
export function useTrustAddress() {
  const queries = useQueryClient();
  return useMutation({
    scope: { id: 'notifications' },
    mutationFn: () => call('updateUser', { address_failed: false }),
    onSuccess: ({ user }) => queries.setQueryData(userQuery.queryKey, user),
  });
}
