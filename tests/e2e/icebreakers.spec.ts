import { api, expect, expectAccessible, expectNoSidewaysScroll, sentence, test } from '../support/e2e.ts';
import { openAlive } from '../support/forms.ts';
import { couple, credits, log } from '../support/talk.ts';

test('an opening line in German fills the text box for free and costs as much as a message once sent', async ({
  browser,
}) => {
  const language = 'de';
  const { she, he } = await couple(browser, { language }, { language: 'en' });
  await api(he.context.request, 'updateProfile', { interests: ['yoga', 'sauna'] });
  const { page } = she;
  const before = await credits(she);
  const lines = page.getByRole('list', { name: sentence(language, 'chat.lines') }).getByRole('button');
  const box = page.getByRole('textbox', { name: sentence(language, 'chat.write', { name: he.name }) });

  await page.setViewportSize({ width: 320, height: 640 });
  await openAlive(page, `/members/${he.id}`);
  await page.getByRole('button', { name: sentence(language, 'members.lines') }).click();
  const dialog = page.getByRole('dialog', { name: sentence(language, 'chat.lines-title', { name: he.name }) });
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  const { minimum_message_costs: lowest } = (await api(page.request, 'getSettings')).body;
  const { costs = 0, currency = '' } = lowest['NL'] ?? {};
  const amount = new Intl.NumberFormat(language, { style: 'currency', currency }).format(costs / 100);
  const money = sentence(language, 'chat.money-from', { money: amount });
  await expect(dialog.getByText(sentence(language, 'chat.cost', { count: 5, money }))).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await expectNoSidewaysScroll(page);
  const onProfile = await dialog.getByRole('listitem').allTextContents();
  await dialog.getByRole('button', { name: sentence(language, 'chat.lines-more') }).click();
  await expect.poll(async () => (await lines.allTextContents()).some((line) => onProfile.includes(line))).toBe(false);
  const chosen = (await lines.first().textContent()) ?? '';
  await lines.first().click();
  await expect(box).toHaveValue(chosen);

  await expect(lines).toHaveCount(3);
  expect((await lines.allTextContents()).filter((line) => [...onProfile, chosen].includes(line))).toEqual([]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(await credits(she)).toBe(before);

  await box.fill(`${chosen} And more.`);
  await page.getByRole('button', { name: sentence(language, 'chat.send') }).click();
  await expect(log(she).getByText(`${chosen} And more.`)).toBeVisible();
  await expect.poll(() => credits(she)).toBe(before - 5);
  await expect(page).toHaveURL(/\/chats\//);

  await page.getByRole('button', { name: sentence(language, 'chat.add'), exact: true }).click();
  await page.getByRole('menuitem', { name: sentence(language, 'chat.lines') }).click();
  const asked = (await dialog.getByRole('listitem').first().textContent()) ?? '';
  await dialog.getByRole('listitem').first().getByRole('button').click();
  await expect(box).toHaveValue(asked);
  await expect(dialog).toHaveCount(0);

  await box.fill('Guten Abend');
  await page.getByRole('button', { name: sentence(language, 'chat.add'), exact: true }).click();
  await page.getByRole('menuitem', { name: sentence(language, 'chat.lines') }).click();
  const added = (await dialog.getByRole('listitem').last().textContent()) ?? '';
  await dialog.getByRole('listitem').last().getByRole('button').click();
  await expect(box).toHaveValue(`Guten Abend\n${added}`);
});
