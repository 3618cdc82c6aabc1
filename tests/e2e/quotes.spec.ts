import { api, expect, expectAccessible, expectNoSidewaysScroll, password, sentence, test } from '../support/e2e.ts';
import { button, openAlive, say } from '../support/forms.ts';
import { addPhotos } from '../support/pictures.ts';
import { box, couple, credits, log, openChat, sendText, write } from '../support/talk.ts';

const about = 'I sail on Sundays. More at https://example.org/sails. Do you read?';

test('a profile’s sentence, interest and photo can each be quoted in a message, which shows them to both', async ({
  browser,
}) => {
  const { she, he } = await couple(browser);
  await addPhotos(he, 1);
  await api(he.context.request, 'updateProfile', { about, interests: ['music', 'sauna'] });
  const { page } = she;
  const before = await credits(she);
  const removeQuote = button(page, 'chat.quote-remove');

  await openAlive(page, `/members/${he.id}`);
  await expect(page.getByRole('link', { name: 'example.org' })).toHaveAttribute('href', 'https://example.org/sails');
  const line = page.getByRole('link', { name: 'Do you read?', exact: true });
  await expect(line).toHaveAccessibleDescription(say('members.take-up-hint'));
  await line.click();
  await expect(box(she, he)).toBeVisible();
  await expect(page.getByText(say('chat.quote-theirs', { name: he.name }))).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('blockquote')).toHaveText('Do you read?');
  await removeQuote.click();
  await expect(page.getByRole('blockquote')).toHaveCount(0);

  await openAlive(page, `/members/${he.id}`);
  await page.getByRole('link', { name: 'Do you read?', exact: true }).click();
  await expect(page.getByRole('blockquote')).toHaveText('Do you read?');
  await write(she, he, 'All the time.');
  await expect(removeQuote).toHaveCount(0);
  await expect(log(she).getByRole('blockquote')).toHaveText('Do you read?');
  await expect.poll(() => credits(she)).toBe(before - 5);

  await openAlive(page, `/members/${he.id}`);
  await page.getByRole('link', { name: say('interests.sauna'), exact: true }).click();
  await write(she, he, 'Every winter.');
  await expect(log(she).getByRole('blockquote')).toHaveText(['Do you read?', say('interests.sauna')]);
  await expect.poll(() => credits(she)).toBe(before - 10);

  await openAlive(page, `/members/${he.id}`);
  await page.getByRole('link', { name: say('members.enlarge', { place: 1, count: 1 }) }).click();
  await page.getByRole('link', { name: say('members.take-up-photo') }).click();
  await write(she, he, 'Where was that?');
  await expect(log(she).locator('img')).toHaveCount(1);
  await expect.poll(() => credits(she)).toBe(before - 15);

  const { chats } = (await api(he.context.request, 'listChats')).body;
  await openChat(he, chats[0]?.conversation.id ?? '');
  await expect(log(he).getByText(say('chat.quote-yours'))).toHaveCount(3);
  await expect(log(he).getByRole('blockquote').first()).toHaveText('Do you read?');
  await expect
    .poll(() =>
      log(he)
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  await expectAccessible(he.page);
});

test('a wide window shows the other profile beside the conversation, whose sentences can be quoted', async ({
  browser,
}) => {
  const { she, he } = await couple(browser);
  await api(he.page.request, 'updateProfile', { about: 'I bake on Sundays. I walk in the rain.' });
  const chat = await sendText(he, she, 'Hello');
  const { page } = she;
  await openChat(she, chat);
  const side = page.getByRole('complementary', { name: say('chat.menu-profile') });
  await side.getByRole('button', { name: 'I walk in the rain.' }).click();
  await expect(box(she, he)).toBeFocused();
  const form = page.getByRole('form', { name: say('chat.write', { name: he.name }) });
  await expect(form.getByText('I walk in the rain.')).toBeVisible();
  await expectAccessible(page);
  await side.getByRole('link', { name: say('chat.add-gift') }).click();
  await page.getByRole('dialog', { name: say('chat.gift-title', { name: he.name }) }).waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1199, height: 800 });
  await expect(side).toBeHidden();
  await expect(form.getByText('I walk in the rain.')).toBeVisible();
  await page.setViewportSize({ width: 1200, height: 800 });
  await expect(side).toBeVisible();
  const narrow = (await log(she).boundingBox())?.width ?? 0;
  expect((await api(he.context.request, 'deleteAccount', { password })).status).toBe(200);
  await openChat(she, chat);
  await expect(log(she).getByText('Hello')).toHaveCount(0);
  await expect(side).toHaveCount(0);
  expect((await log(she).boundingBox())?.width).toBeGreaterThan(narrow + 300);
});

test('a quote that is gone from the profile is refused free of charge, and editing drops it', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/409/);
  const { she, he } = await couple(browser);
  await api(he.context.request, 'updateProfile', { about });
  const before = await credits(she);
  await openAlive(she.page, `/members/${he.id}`);
  await she.page.getByRole('link', { name: 'Do you read?', exact: true }).click();
  await expect(she.page.getByRole('blockquote')).toHaveText('Do you read?');
  await api(he.context.request, 'updateProfile', { about: 'Something else.' });
  await write(she, he, 'All the time.');
  await expect(she.page.getByText(say('errors.chat.quote-gone'))).toBeVisible();
  expect(await credits(she)).toBe(before);
  await button(she.page, 'chat.edit').click();
  await expect(she.page.getByRole('blockquote')).toHaveCount(0);
  await expect(box(she, he)).toHaveValue('All the time.');
  await box(she, he).press('Enter');
  await expect(log(she).getByText(say('chat.sent'), { exact: true })).toBeAttached();
  expect(await credits(she)).toBe(before - 5);
});

test('the conversation keeps 45 % of the height with a quote and an open keyboard, in German', async ({ browser }) => {
  const language = 'de';
  const { she, he } = await couple(browser, { language, phone: true, confirmed: false });
  await api(he.context.request, 'updateProfile', { about: `${'I sail on Sundays and '.repeat(12)}I read.` });
  for (const size of [
    { width: 360, height: 440 },
    { width: 390, height: 480 },
  ]) {
    await she.page.setViewportSize(size);
    await openAlive(she.page, `/members/${he.id}`);
    await she.page.getByRole('link', { name: /I sail on Sundays/ }).click();
    await expect(she.page.getByRole('button', { name: sentence(language, 'chat.quote-remove') })).toBeVisible();
    await she.page.getByRole('textbox').fill('Two lines of a text\nfor the box to grow');
    const area = await log(she).boundingBox();
    expect((area?.height ?? 0) / size.height).toBeGreaterThanOrEqual(0.45);
    await expectNoSidewaysScroll(she.page);
  }
});
