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
  /** The last failure; a new one each time. */
  failure: Error | null;
  /** The sentence of the last failure. */
  error: string | null;
  /** The sentences of refused fields. */
  fields: Record<string, string>;
}

/** Saves a part of the own profile and says so. */
export function useSaveProfile(): SaveProfile {
  const say = useSay();
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: (changes: ProfileChanges) => call('updateProfile', changes),
    onSuccess: ({ profile }) => {
      applyToCaches(queries, { type: 'own-profile', profile });
      showToast({ id: 'profile-saved', children: say('common.saved') });
    },
  });
  return {
    save: async (changes) => {
      const saved = await saving.mutateAsync(changes).catch(() => null);
      return saved !== null;
    },
    busy: saving.isPending,
    failure: saving.error,
    error: saving.error ? errorText(say, saving.error) : null,
    fields: saving.error ? fieldTexts(say, saving.error) : {},
  };
}
