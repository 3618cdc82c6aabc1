import { useQueryClient } from '@tanstack/react-query';

import { applyToCaches } from '../cache/apply-to-caches.ts';
import { call } from '../platform/calls/call.ts';
import { errorText } from '../platform/calls/errors.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { showToast, undoSeconds } from '../ui/toast.ts';

interface Hiding {
  id: MemberId;
  name: string;
  hidden: boolean;
}

/** Hides a member from the viewer's searches and suggestions or undoes it. Continues after the menu has closed. */
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
      ...(hidden && {
        seconds: undoSeconds,
        action: { label: say('common.undo'), onPress: () => void hide({ id, name, hidden: false }) },
      }),
    });
  };
  return hide;
}
