import { randomUUID } from 'node:crypto';

import { api, expect, expectAccessible, expectNoSidewaysScroll, sentence, test } from '../support/e2e.ts';
import { couple, credits, openChat } from '../support/talk.ts';

for (const [hers, his] of [
  ['en', 'de'],
  ['de', 'fi'],
  ['fi', 'en'],
] as const)
  test(`a gift’s question is answered free of charge in ${hers} and ${his}, and revealed once both have answered`, async ({
    browser,
  }) => {
    const { she, he, close } = await couple(browser, { language: hers }, { language: his });
    const gift = { profile: he.id, gift: 'tealight', idempotency_key: randomUUID() } as const;
    const { message } = (await api(she.context.request, 'sendGift', gift)).body;
    const before = [await credits(she), await credits(he)];
    await he.page.setViewportSize({ width: 320, height: 640 });
    await openChat(she, message.conversation);
    await openChat(he, message.conversation);
    const answerIn = (language: typeof hers, answer: 1 | 2): string =>
      sentence(language, `chat.gift-answer-${answer}`, { gift: 'tealight' });
    const asked = (who: typeof she, language: typeof hers) =>
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
    await close();
  });
