import { I18nProvider } from '@lingui/react';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';

import { loadSentences, sentencesIn } from '../../platform/sentences/sentences.tsx';
import { SwipeNotes } from './swipe-page.tsx';

it('shows the note that describes the undo even while likes wait for a connection', async () => {
  await loadSentences('en', ['likes']);
  const notes = h(SwipeNotes, { likesWaiting: 2, undoNote: 'note' });
  const out = renderToStaticMarkup(h(I18nProvider, { i18n: sentencesIn('en', null), children: notes }));
  expect(out.match(/<p/g)).toHaveLength(2);
  expect(out).toContain('<p id="note">');
});
