import { useQueryClient } from '@tanstack/react-query';

import { applyToCaches } from '../cache/apply-to-caches.ts';
import { call } from '../platform/call.ts';
import { errorText } from '../platform/errors.ts';
import { useSay } from '../platform/sentences.tsx';
import { showToast } from '../ui/toast.ts';

interface Hiding {
  id: string;
  name: string;
  hidden: boolean;
}

/**
 * Hides a member from the viewer's own searches and suggestions, or shows them again. Continues after the menu has
 * closed; the toast undoes it.
 */
export function useHideMember(): (wanted: Hiding) => Promise<void> {
  const say = useSay();
  const queries = useQueryClient();
  const hide = async ({ id, name, hidden }: Hiding): Promise<void> => {
    try {
      await call(hidden ? 'hideMember' : 'unhideMember', { profile: id });
    } catch (error) {
      showToast({ tone: 'danger', children: errorText(say, error) });
      return;
    }
    applyToCaches(queries, { type: 'member-hidden', profile: id, hidden });
    showToast({
      id: `hide-${id}`,
      children: say(hidden ? 'common.hidden' : 'common.unhidden', { name }),
      ...(hidden && { action: { label: say('common.undo'), onPress: () => void hide({ id, name, hidden: false }) } }),
    });
  };
  return hide;
}
