import { expect, expectAccessible, expectNoSidewaysScroll, sentence, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { couple, credits, log, openChat, sendText } from '../support/talk.ts';

for (const [hers, his] of [
  ['en', 'de'],
  ['fi', 'en'],
  ['de', 'fi'],
] as const)
  test(`a goodbye in ${hers} is read in ${his}, costs nothing, and closes the conversation for both at once`, async ({
    browser,
  }) => {
    const { she, he, close } = await couple(browser, { language: hers, phone: true }, { language: his });
    const chat = await sendText(he, she, 'Hello');
    const before = [await credits(she), await credits(he)];
    await openChat(he, chat);
    await openChat(she, chat);
    const { page } = she;
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
    await expectAccessible(he.page);
    await close();
  });

test('a goodbye can be sent without any credits left, when nothing else can be written', async ({ browser }) => {
  const { she, he, close } = await couple(browser);
  let chat = '';
  for (const text of ['One', 'Two', 'Three', 'Four']) chat = await sendText(she, he, text);
  expect(await credits(she)).toBe(0);
  await openChat(she, chat);
  const { page } = she;
  await expect(page.getByText(say('chat.blocker-credits', { name: he.name }))).toBeVisible();
  await page.getByRole('button', { name: say('chat.menu') }).click();
  await page.getByRole('menuitem', { name: say('chat.menu-goodbye') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('chat.goodbye-confirm'), exact: true })
    .click();
  await expect(log(she).getByText(say('chat.goodbye-line'))).toBeVisible();
  await expect(page.getByText(say('chat.blocker-closed'))).toBeVisible();
  expect(await credits(she)).toBe(0);
  await close();
});
