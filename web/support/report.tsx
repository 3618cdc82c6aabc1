import type { Language } from '../../contract/platform/languages.ts';
import { loadSentences } from '../platform/sentences.tsx';
import { lazyPart } from '../ui/lazy-part.ts';

/** The dialog for a report; its code and sentences are loaded when it is opened. It needs a `Suspense` around it. */
export const Report = lazyPart(async () => {
  await loadSentences(document.documentElement.lang as Language, ['support']);
  return { default: (await import('./report-dialog.tsx')).ReportDialog };
});
