import { useEffect, useState } from 'react';

import { type Theme, currentTheme } from '../shell/theme.ts';

/** The theme of this page. The cookie's theme is known here only after hydration; later changes are followed. */
export function useShownTheme(): Theme | 'system' {
  const [theme, setTheme] = useState<Theme | 'system'>('system');
  useEffect(() => {
    const read = (): void => setTheme(currentTheme() ?? 'system');
    const watch = new MutationObserver(read);
    read();
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => watch.disconnect();
  }, []);
  return theme;
}
