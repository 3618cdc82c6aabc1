import { api, expect, newContext, password, site, test } from '../support/e2e.ts';
import { goOffline, say } from '../support/forms.ts';
import { box, couple, log, openChat, sendText, write } from '../support/talk.ts';

test('a draft appears on all of a member’s devices, is never overwritten, and is removed when sent', async ({
  browser,
}) => {
  const { she, he, close } = await couple(browser);
  const chat = await sendText(he, she, 'Hello');
  const context = await newContext(browser, 'en');
  expect((await api(context.request, 'logIn', { login: she.email, password })).status).toBe(200);
  const phone = { ...she, context, page: await context.newPage() };
  const kept = async () => (await api(context.request, 'getChat', { conversation: chat })).body.draft?.text;

  await openChat(phone, chat);
  await openChat(she, chat);
  await box(she, he).fill('Begun at the desk');
  await expect(box(phone, he)).toHaveValue('Begun at the desk');
  await box(phone, he).fill('Begun at the desk, ended on the train');
  await expect.poll(kept).toBe('Begun at the desk, ended on the train');
  // Her text stays in the open page; a newly opened page has the latest draft.
  await expect(box(she, he)).toHaveValue('Begun at the desk');
  await openChat(phone, chat);
  await expect(box(phone, he)).toHaveValue('Begun at the desk, ended on the train');
  await box(phone, he).press('Enter');
  await expect(log(phone).getByText('ended on the train')).toBeVisible();
  await expect.poll(kept).toBe('');

  // Without a network the draft stays here, and reaches other devices later.
  await goOffline(she.page);
  await box(she, he).fill('In a tunnel');
  await she.context.setOffline(false);
  await expect(box(phone, he)).toHaveValue('In a tunnel');
  await write(she, he, 'In a tunnel');
  await expect(box(phone, he)).toHaveValue('');
  await expect.poll(kept).toBe('');
  await context.close();
  await close();
});

test('a draft typed in the last second is saved when its member logs out', async ({ browser }) => {
  const { she, he, close } = await couple(browser);
  const chat = await sendText(he, she, 'Hello');
  const { page } = she;
  await openChat(she, chat);
  // The pause before a draft is saved never ends.
  await page.clock.pauseAt(new Date());
  await box(she, he).fill('Half a thought');
  await page.getByLabel(say('shell.account', { name: she.name })).click();
  await page.getByRole('button', { name: say('shell.log-out') }).click();
  await page.waitForURL(`${site()}/`);
  expect((await api(page.request, 'logIn', { login: she.email, password })).status).toBe(200);
  expect((await api(page.request, 'getChat', { conversation: chat })).body.draft?.text).toBe('Half a thought');
  await close();
});
