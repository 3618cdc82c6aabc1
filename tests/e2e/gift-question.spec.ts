import { randomUUID } from 'node:crypto';

import type { Language } from '../../contract/platform/languages.ts';
import { api, expect, expectAccessible, expectNoSidewaysScroll, sentence, test } from '../support/e2e.ts';
import { openAlive } from '../support/forms.ts';
import { couple, credits, log, openChat, sendText } from '../support/talk.ts';

test('a gift’s question is answered free of charge in German and Finnish, and revealed once both have answered', async ({
  browser,
}) => {
  const [hers, his] = ['de', 'fi'] as const;
  const { she, he } = await couple(browser, { language: hers }, { language: his });
  const gift = { profile: he.id, gift: 'tealight', idempotency_key: randomUUID() } as const;
  const { message } = (await api(she.context.request, 'sendGift', gift)).body;
  const before = [await credits(she), await credits(he)];
  await he.page.setViewportSize({ width: 320, height: 640 });
  await openChat(she, message.conversation);
  await openChat(he, message.conversation);
  const answerIn = (language: Language, answer: 1 | 2): string =>
    sentence(language, `chat.gift-answer-${answer}`, { gift: 'tealight' });
  const asked = (who: typeof she, language: Language) =>
    who.page.getByRole('region', { name: sentence(language, 'chat.gift-question', { gift: 'tealight' }) });

  await expect(asked(he, his)).toContainText(sentence(his, 'chat.gift-question-hint'));
  await expectAccessible(he.page);
  await expectNoSidewaysScroll(he.page);
  await asked(he, his)
    .getByRole('button', { name: answerIn(his, 2) })
    .click();
  const mine = answerIn(his, 2);
  await expect(asked(he, his)).toContainText(
    sentence(his, 'chat.gift-question-waits', { answer: mine, name: she.name }),
  );
  await expect(asked(she, hers)).toContainText(sentence(hers, 'chat.gift-question-turn', { name: he.name }));
  await asked(she, hers)
    .getByRole('button', { name: answerIn(hers, 1) })
    .click();
  for (const [who, language, own, other, otherName] of [
    [she, hers, 1, 2, he.name],
    [he, his, 2, 1, she.name],
  ] as const) {
    await expect(asked(who, language)).toContainText(
      sentence(language, 'chat.gift-question-yours', { answer: answerIn(language, own) }),
    );
    await expect(asked(who, language)).toContainText(
      sentence(language, 'chat.gift-question-theirs', { answer: answerIn(language, other), name: otherName }),
    );
    await expect(asked(who, language).getByRole('button')).toHaveCount(0);
    await expectAccessible(who.page);
    await expectNoSidewaysScroll(who.page);
  }
  expect([await credits(she), await credits(he)]).toEqual(before);
});

test('a goodbye in Finnish without any credits left is read in German, and closes the conversation for both at once', async ({
  browser,
}) => {
  const [hers, his] = ['fi', 'de'] as const;
  const { she, he } = await couple(browser, { language: hers, phone: true }, { language: his });
  const chat = await sendText(he, she, 'Hello');
  for (const text of ['One', 'Two', 'Three', 'Four']) await sendText(she, he, text);
  const before = [0, await credits(he)];
  await openChat(he, chat);
  await openChat(she, chat);
  const { page } = she;
  await expect(page.getByText(sentence(hers, 'chat.blocker-credits', { name: he.name }))).toBeVisible();
  await page.getByRole('button', { name: sentence(hers, 'chat.menu') }).click();
  await page.getByRole('menuitem', { name: sentence(hers, 'chat.menu-goodbye') }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(sentence(hers, 'chat.goodbye-line'));
  await expectAccessible(page, '[role=dialog]');
  await question.getByRole('button', { name: sentence(hers, 'chat.goodbye-confirm'), exact: true }).click();
  for (const [who, language] of [
    [she, hers],
    [he, his],
  ] as const) {
    await expect(log(who).getByText(sentence(language, 'chat.goodbye-line'))).toBeVisible();
    await expect(who.page.getByText(sentence(language, 'chat.blocker-closed'))).toBeVisible();
    await expect(who.page.getByRole('textbox')).toHaveCount(0);
    await expectAccessible(who.page);
  }
  expect([await credits(she), await credits(he)]).toEqual(before);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);

  await openAlive(he.page, `/members/${she.id}`);
  const read = he.page.getByRole('link', { name: sentence(his, 'members.read-closed') }).filter({ visible: true });
  await expect(read).toBeVisible();
  await expect(he.page.locator(`a[href="/members/${she.id}/chat?gift=1"]`)).toHaveCount(0);
});
