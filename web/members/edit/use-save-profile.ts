import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Input } from '../../../contract/index.ts';
import { call } from '../../platform/calls/call.ts';
import { errorText, fieldTexts } from '../../platform/calls/errors.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { showToast } from '../../ui/toast.ts';
import { applyToCaches } from '../../cache/apply-to-caches.ts';

export type ProfileChanges = Input<'updateProfile'>;

/** Saves parts of the own profile one after the other. `toast` reports success where no note beside the field does. */
export function useSaveProfile({ toast = false } = {}) {
  const say = useSay();
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: (changes: ProfileChanges) => call('updateProfile', changes, { keepalive: true }),
    onSuccess: ({ profile }) => {
      applyToCaches(queries, { type: 'own-profile', profile });
      if (toast) showToast({ id: 'profile-saved', children: say('common.saved') });
    },
    // A shared scope runs saves in order, so that an older response never arrives after a newer one.
    scope: { id: 'own-profile' },
  });
  return {
    /** Resolves to true if saved. If not, the caller keeps the typed values. */
    save: async (changes: ProfileChanges): Promise<boolean> => {
      const saved = await saving.mutateAsync(changes).catch(() => null);
      return saved !== null;
    },
    busy: saving.isPending,
    waiting: saving.isPaused,
    saved: saving.isSuccess,
    /** The last failure; a new object each time. */
    failure: saving.error,
    error: saving.error ? errorText(say, saving.error) : null,
    fields: saving.error ? fieldTexts(say, saving.error) : {},
  };
}
