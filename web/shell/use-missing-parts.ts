import { useEffect, useEffectEvent } from 'react';

import { useSay } from '../platform/sentences.tsx';
import { partMissing } from '../ui/lazy-part.ts';
import { showToast } from '../ui/toast.ts';
import { readActivation } from '../platform/chunk-guard.ts';

/** Tells a member who has just pressed something that it cannot be shown, and offers to reload the page. */
export function useMissingParts(): void {
  const say = useSay();
  const tell = useEffectEvent(() => {
    // If the user has pressed nothing, they do not miss the part.
    if (readActivation()?.isActive === false) return;
    showToast({
      id: 'part-missing',
      tone: 'info',
      seconds: 60,
      children: say('shell.part-missing'),
      action: { label: say('shell.part-missing-action'), onPress: () => location.reload() },
    });
  });
  useEffect(() => {
    const onMissing = (): void => tell();
    window.addEventListener(partMissing, onMissing);
    return () => window.removeEventListener(partMissing, onMissing);
  }, []);
}
