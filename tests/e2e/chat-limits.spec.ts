import { api, buy, expect, expectAccessible, person, test } from '../support/e2e.ts';
import { say } from '../support/forms.ts';
import {
  box,
  couple,
  credits,
  fictionalMember,
  log,
  openChat,
  sendOverHttp,
  sendText,
  write,
} from '../support/talk.ts';

test('a text written without enough credits is kept, and the offer of credits leads back to it', async ({
  browser,
}) => {
  const { she, he } = await couple(browser);
  let chat = '';
  for (const text of ['One', 'Two', 'Three', 'Four']) chat = await sendText(she, he, text);
  expect(await credits(she)).toBe(0);
  await openChat(she, chat);
  await expect(she.page.getByText(say('chat.blocker-credits', { name: he.name }))).toBeVisible();
  await expectAccessible(she.page);
  await write(she, he, 'This text has to stay');
  await expect(box(she, he)).toHaveValue('This text has to stay');
  await openChat(she, chat);
  await expect(box(she, he)).toHaveValue('This text has to stay');
  await she.page.getByRole('link', { name: say('chat.blocker-credits-action') }).click();
  await she.page.waitForURL((url) => url.pathname === '/credits' && url.searchParams.get('next') === `/chats/${chat}`);
  const { messages } = (await api(he.context.request, 'getChat', { conversation: chat })).body;
  expect(messages).toHaveLength(4);
});

test('a message is refused, but neither lost nor charged, if the credits have run out elsewhere', async ({
  browser,
}) => {
  const { she, he } = await couple(browser);
  const chat = await sendText(she, he, 'One');
  await sendOverHttp(she.page);
  await openChat(she, chat);
  // The page does not know yet that another device used up the balance.
  await she.page.route('**/api/message.php', async (route) => {
    if ((await credits(she)) > 0) for (const text of ['Two', 'Three', 'Four']) await sendText(she, he, text);
    await route.continue();
  });
  await write(she, he, 'Five');
  const failed = she.page.getByRole('alert').filter({ hasText: say('chat.failed') });
  await expect(failed).toContainText(say('errors.chat.credits'));
  await failed.getByRole('button', { name: say('chat.edit') }).click();
  await expect(box(she, he)).toHaveValue('Five');
  expect(await credits(she)).toBe(0);
});

test('the receiver and the sender of a message from an unconfirmed member see why replies are blocked (MSG-11)', async ({
  browser,
}) => {
  const { she, he } = await couple(browser, { confirmed: false });
  const chat = await sendText(she, he, 'Hello, I am new here');
  await openChat(he, chat);
  await expect(log(he).getByText('Hello, I am new here')).toBeVisible();
  await expect(he.page.getByText(say('chat.blocker-unconfirmed', { name: she.name }))).toBeVisible();
  await expect(box(he, she)).toHaveCount(0);
  await openChat(she, chat);
  await expect(she.page.getByText(say('chat.confirm-own', { name: he.name }))).toBeVisible();
  await she.page
    .getByRole('main')
    .getByRole('button', { name: say('chat.confirm-own-action') })
    .click();
  await expect(she.page.getByText(say('chat.confirm-own-done', { email: she.email }))).toBeVisible();
  expect(await credits(he)).toBe(20);
});

test('a free member sees that older messages need premium, but not their text, and premium shows it', async ({
  browser,
}) => {
  const she = await person(browser);
  // Writing to a fictional profile is free, so many messages need no credits.
  const fictional = await fictionalMember(she);
  let chat = '';
  for (let line = 1; line <= 21; line += 1) chat = await sendText(she, fictional, `Line ${line} of a long story`);
  await openChat(she, chat);
  await expect(she.page.getByText(say('chat.older-hidden-title'))).toBeVisible();
  await expect(log(she).getByText('Line 21 of')).toBeVisible();
  expect(await she.page.content()).not.toContain('Line 1 of a long story');
  await expectAccessible(she.page);
  await buy(she.context);
  await openChat(she, chat);
  await expect(log(she).getByText('Line 1 of a long story')).toHaveCount(1);
  await expect(she.page.getByText(say('chat.older-hidden-title'))).toHaveCount(0);
});
