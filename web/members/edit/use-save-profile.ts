import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Input } from '../../../contract/index.ts';
import { call } from '../../call.ts';
import { errorText, fieldTexts } from '../../errors.ts';
import { useSay } from '../../sentences.tsx';
import { showToast } from '../../ui/toast.ts';
import { applyToCaches } from '../../cache/apply-to-caches.ts';

export type ProfileChanges = Input<'updateProfile'>;

export interface SaveProfile {
  /** True when it was saved. What was typed stays with the caller when it was not. */
  save: (changes: ProfileChanges) => Promise<boolean>;
  busy: boolean;
  /** It waits for a connection. */
  waiting: boolean;
  /** The last attempt was saved. */
  saved: boolean;
  /** The last failure; a new one each time. */
  failure: Error | null;
  /** Its sentence. */
  error: string | null;
  /** The sentences of refused fields. */
  fields: Record<string, string>;
}

/** Saves a part of the own profile, one change after the other; `toast` says so where no place beside the field does. */
export function useSaveProfile({ toast = false } = {}): SaveProfile {
  const say = useSay();
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: (changes: ProfileChanges) => call('updateProfile', changes, { keepalive: true }),
    onSuccess: ({ profile }) => {
      applyToCaches(queries, { type: 'own-profile', profile });
      if (toast) showToast({ id: 'profile-saved', children: say('common.saved') });
    },
    // The parts of the page share it, so that an older answer never comes after a newer one.
    scope: { id: 'own-profile' },
  });
  return {
    save: async (changes) => {
      const saved = await saving.mutateAsync(changes).catch(() => null);
      return saved !== null;
    },
    busy: saving.isPending,
    waiting: saving.isPaused,
    saved: saving.isSuccess,
    failure: saving.error,
    error: saving.error ? errorText(say, saving.error) : null,
    fields: saving.error ? fieldTexts(say, saving.error) : {},
  };
}
