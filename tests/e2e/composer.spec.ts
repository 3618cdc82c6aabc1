import type { Locator } from '@playwright/test';

import { expect, test } from '../support/e2e.ts';
import { button, say } from '../support/forms.ts';
import { box, couple, log, openChat, sendText, write } from '../support/talk.ts';

/** The keys with which Safari tells that Enter accepted a composed word: the composition has ended by then. */
const acceptComposed = (field: Locator, key: string): Promise<boolean> =>
  field.evaluate((element, pressed) => {
    element.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    element.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    return element.dispatchEvent(
      new KeyboardEvent('keydown', { key: pressed, keyCode: 229, isComposing: false, bubbles: true, cancelable: true }),
    );
  }, key);

test('an Enter that only accepts a composed word sends nothing, in the order of Safari too', async ({ browser }) => {
  const { she, he, close } = await couple(browser, { premium: true });
  await openChat(she, await sendText(he, she, 'Hello'));
  await box(she, he).fill('今日は');
  // Not cancelled: the key stays with the input method.
  expect(await acceptComposed(box(she, he), 'Enter')).toBe(true);
  await expect(box(she, he)).toHaveValue('今日は');
  await box(she, he).press('Enter');
  await expect(log(she).getByText('今日は')).toHaveCount(1);
  await expect(box(she, he)).toHaveValue('');

  await button(she.page, 'chat.add-gift').click();
  const dialog = she.page.getByRole('dialog', { name: say('chat.gift-title', { name: he.name }) });
  const note = dialog.getByRole('textbox');
  await note.fill('お茶');
  await acceptComposed(note, 'Escape');
  await expect(note).toHaveValue('お茶');
  await note.press('Escape');
  await expect(dialog).toHaveCount(0);
  await close();
});
