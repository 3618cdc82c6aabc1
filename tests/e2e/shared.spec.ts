import { randomUUID } from 'node:crypto';

import type { Page } from '@playwright/test';

import { api, expect, expectAccessible, password, sentence, site, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { everythingKept, installed, isKept, readRecords } from '../support/installed.ts';
import { box, couple, fictionalMember, log, openChat, sendText } from '../support/talk.ts';
import { picture } from '../support/walk.ts';

interface SharedFile {
  type: string;
  /** Base64, or a number of empty bytes. */
  content: string | number;
}

async function share(page: Page, text: string, ...files: SharedFile[]): Promise<void> {
  await page.evaluate(
    ({ words, given }) => {
      const form = Object.assign(document.createElement('form'), {
        method: 'post',
        action: '/shared',
        enctype: 'multipart/form-data',
      });
      const add = (
        name: string,
        part: Pick<Partial<HTMLInputElement>, 'type' | 'value' | 'multiple' | 'files'>,
      ): void => {
        const field = document.createElement('input');
        Object.assign(field as object, { name, ...part });
        form.append(field);
      };
      add('title', { value: 'A title' });
      add('text', { value: words });
      const chosen = new DataTransfer();
      for (const { type, content } of given) {
        const bytes =
          typeof content === 'number'
            ? new Uint8Array(content)
            : Uint8Array.from(atob(content), (letter) => letter.codePointAt(0) ?? 0);
        chosen.items.add(new File([bytes], 'shared', { type }));
      }
      add('photo', { type: 'file', multiple: true, files: chosen.files });
      document.body.append(form);
      form.submit();
    },
    { words: text, given: files },
  );
  await page.waitForURL(/\/(shared|login)/);
}

const photo = async (hue = 140): Promise<SharedFile> => ({
  type: 'image/jpeg',
  content: (await picture(hue)).toString('base64'),
});
const preview = (page: Page, language: 'en' | 'de' | 'fi' = 'en') =>
  page.getByRole('img', { name: sentence(language, 'chat.photo-preview') });

test('a share from another app becomes a draft in the chosen conversation, in Finnish', async ({ browser }) => {
  const language = 'fi';
  const { she, he, chat } = await installed(browser, { language });
  const { page } = she;
  await share(page, 'Look at this', await photo());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sentence(language, 'installed-app.share-title'));
  await expect(preview(page, language)).toBeVisible();
  await expect(page.getByText('Look at this')).toBeVisible();
  await expectAccessible(page);

  const search = page.getByRole('searchbox', { name: sentence(language, 'installed-app.share-search') });
  await search.fill('nobody has this name');
  await expect(page.getByText(sentence(language, 'installed-app.share-nobody'))).toBeVisible();
  await search.fill(he.name.slice(-6));
  await page.getByRole('button', { name: he.name }).click();
  await page.waitForURL(`${site()}/chats/${chat}`);
  const words = page.getByRole('textbox', { name: sentence(language, 'chat.write', { name: he.name }) });
  await expect(words).toHaveValue('A title\nLook at this');
  await expect(preview(page, language)).toBeVisible();
  expect((await api(he.context.request, 'getChat', { conversation: chat })).body.messages).toHaveLength(1);

  await openAlive(page, '/shared');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    sentence(language, 'installed-app.share-none-title'),
  );
  await openChat(she, chat);
  await expect(words).toHaveValue('A title\nLook at this');
  await expect(preview(page, language)).toBeVisible();

  const waits = async (): Promise<unknown[]> => (await readRecords(page, 'outbox')).map((record) => record['photo']);
  const before = await waits();
  expect(before).toHaveLength(1);
  await share(page, '', await photo(200));
  await page.getByRole('button', { name: he.name }).click();
  await expectAccessible(page, '[role=alertdialog], [role=dialog]');
  await page.getByRole('button', { name: sentence(language, 'installed-app.share-keep') }).click();
  expect(await waits()).toEqual(before);
  await page.getByRole('button', { name: he.name }).click();
  await page.getByRole('button', { name: sentence(language, 'installed-app.share-replace') }).click();
  await page.waitForURL(`${site()}/chats/${chat}`);
  await expect(preview(page, language)).toBeVisible();
  const after = await waits();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
});

test('a share made while logged out is there after the login, but not for a different member', async ({ browser }) => {
  const { she, he } = await installed(browser);
  const canary = `canary-${randomUUID()}`;
  const { page } = she;
  const logIn = async (email: string): Promise<void> => {
    await page.getByLabel(say('accounts.login'), { exact: true }).fill(email);
    await page.getByLabel(say('accounts.password'), { exact: true }).fill(password);
    await page.getByRole('button', { name: say('accounts.log-in'), exact: true }).click();
  };
  // No page is open that would notice the end of the session and forget the browser's member.
  const endSession = async (): Promise<void> => {
    await page.goto('about:blank');
    await she.context.clearCookies({ name: /session/ });
    await page.goto(`${site()}/robots.txt`);
  };
  await endSession();
  await share(page, canary, await photo());
  await page.waitForURL(/\/login\?next=%2Fshared$/);
  await logIn(she.email);
  await page.waitForURL(`${site()}/shared`);
  await expect(page.getByText(canary)).toBeVisible();
  await expect(preview(page)).toBeVisible();

  await isKept(page, ['user']);
  await endSession();
  await share(page, canary);
  await page.waitForURL(/\/login\?next=%2Fshared$/);
  await logIn(he.email);
  await page.waitForURL(`${site()}/shared`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('installed-app.share-none-title'));
  await expect.poll(async () => (await everythingKept(page)).includes(canary)).toBe(false);
});

test('a share marks fictional receivers (LEG-01), keeps the rest of a refused file, and becomes a draft offline', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/api\/live/, /Failed to fetch/, /manifest patches/);
  const { she, he } = await installed(browser);
  const { page } = she;
  const demo = await fictionalMember(she);
  await sendText(she, demo, 'Hello');
  await share(page, 'Look at this');
  const receiver = ({ name }: { name: string }) =>
    page
      .getByRole('list', { name: say('chat.list') })
      .getByRole('listitem')
      .filter({ hasText: name });
  const mark = page.getByText(say('common.fictional'), { exact: true });
  await expect(receiver(he)).toBeVisible();
  await expect(receiver(demo).filter({ has: mark })).toBeVisible();
  await expect(receiver(he).filter({ has: mark })).toHaveCount(0);

  await share(page, 'The words stay', { type: 'application/pdf', content: 10 });
  await expect(page.getByRole('alert')).toHaveText(say('errors.photo.type'));
  await expect(page.getByText('The words stay')).toBeVisible();
  await share(page, 'These, too', { type: 'image/png', content: 21 * 1024 * 1024 });
  await expect(page.getByRole('alert')).toHaveText(say('errors.photo.too-large', { megabytes: 20 }));
  await expect(page.getByText('These, too')).toBeVisible();
  await share(page, '', await photo(), await photo());
  await expect(page.getByText(say('installed-app.share-several'))).toBeVisible();
  await expect(preview(page)).toHaveCount(1);
  await page.getByRole('button', { name: say('installed-app.share-drop') }).click();
  await page.waitForURL(`${site()}/chats`);
  await openAlive(page, '/shared');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('installed-app.share-none-title'));

  // He wrote to her before, so their conversation is stored.
  await she.context.setOffline(true);
  await share(page, 'In a tunnel', await photo());
  await page.getByRole('button', { name: he.name }).click();
  await expect(box(she, he)).toHaveValue('A title\nIn a tunnel');
  await expect(preview(page)).toBeVisible();
  await she.context.setOffline(false);
});

test('the server asks to repeat a share that the worker missed, and a visitor to log in first', async ({ browser }) => {
  const { she, he } = await couple(browser);
  await sendText(he, she, 'Hello');
  await openAlive(she.page, '/faq');
  await share(she.page, 'Too early', await photo());
  await expect(she.page.getByRole('alert')).toHaveText(say('installed-app.share-not-ready'));
  await she.page.goto('about:blank');
  await she.context.clearCookies({ name: /session/ });
  await she.page.goto(`${site()}/faq`);
  await share(she.page, 'Too early');
  await expect(she.page).toHaveURL(/\/login\?next=%2Fshared%3Fproblem%3Dnot-ready$/);
});

test('a chosen photo survives a reload until it is sent or removed', async ({ browser }) => {
  const { she, he } = await couple(browser, { premium: true });
  const chat = await sendText(he, she, 'Hello');
  const { page } = she;
  const choose = async (hue: number): Promise<void> => {
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'evening.jpg', mimeType: 'image/jpeg', buffer: await picture(hue) });
    await expect(preview(page)).toBeVisible();
    await expect.poll(async () => (await readRecords(page, 'outbox')).length).toBe(1);
  };
  await openChat(she, chat);
  await choose(30);
  await openChat(she, chat);
  await expect(preview(page)).toBeVisible();
  await page.getByRole('button', { name: say('chat.photo-remove') }).click();
  await expect.poll(async () => (await readRecords(page, 'outbox')).length).toBe(0);
  await openChat(she, chat);
  await expect(log(she).getByText('Hello')).toBeVisible();
  await expect(preview(page)).toHaveCount(0);

  await choose(60);
  await openChat(she, chat);
  await expect(preview(page)).toBeVisible();
  await page.getByRole('button', { name: `${say('chat.send')} ${say('common.credits', { count: 10 })}` }).click();
  await expect(log(she).getByRole('button', { name: say('chat.photo-own') })).toBeVisible();
  await expect(preview(page)).toHaveCount(0);
  await expect.poll(async () => (await readRecords(page, 'outbox')).length).toBe(0);
});
