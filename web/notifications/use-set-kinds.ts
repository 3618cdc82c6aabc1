import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { NotificationKind } from '../../contract/notification-rules.ts';
import { call } from '../call.ts';
import { userQuery } from '../queries.ts';

/** Kinds of e-mail to turn on or off together. */
interface Change {
  kinds: readonly NotificationKind[];
  on: boolean;
}

/**
 * Turns kinds of e-mail on or off, one change after the other: each starts from what the one before has left. The others
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

/** Has what a failed address stopped sent again. */
export function useTrustAddress() {
  const queries = useQueryClient();
  return useMutation({
    scope: { id: 'notifications' },
    mutationFn: () => call('updateUser', { address_failed: false }),
    onSuccess: ({ user }) => queries.setQueryData(userQuery.queryKey, user),
  });
}
