import { useEffect, useEffectEvent } from 'react';

import { useSay } from '../sentences.tsx';
import { partMissing } from '../ui/lazy-part.ts';
import { showToast } from '../ui/toast.ts';
import { readActivation } from './chunk-guard.ts';

/** Tells whoever has just pressed something that it cannot be shown, and offers to load the page again. */
export function useMissingParts(): void {
  const say = useSay();
  const tell = useEffectEvent(() => {
    // What nobody asked for is not missed.
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
