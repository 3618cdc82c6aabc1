import { consentsPerPage } from '../../contract/accounts/limits.ts';
import { notificationKinds } from '../../contract/notifications/notification-rules.ts';
import { api, expect, expectAccessible, newContext, person, sentence, test } from '../support/e2e.ts';
import { openAlive } from '../support/forms.ts';
import { expectFits } from '../support/narrow.ts';

test('the settings show the consents that a member gave and withdrew, in German', async ({ browser }) => {
  const language = 'de';
  const me = await person(browser, { language });
  const word = (id: Parameters<typeof sentence>[1], values?: object): string =>
    sentence(language, id, values as Record<string, unknown>);
  for (const kinds of [['like'], []])
    await api(me.context.request, 'updateUser', {
      language,
      notifications_disabled: kinds,
      notifications_changed: ['like'],
    });
  await api(me.context.request, 'updateProfile', { consent_sensitive: false });
  const context = await newContext(browser, language, true);
  await context.addCookies(await me.context.cookies());
  const page = await context.newPage();
  await page.setViewportSize({ width: 320, height: 640 });
  await openAlive(page, '/settings#consents');
  const list = page.getByRole('list', { name: word('consents.title') });
  const kind = word('notifications.kind.like');
  await expect(list.getByRole('listitem')).toHaveText([
    new RegExp(word('consents.sensitive.ended')),
    new RegExp(word('consents.kind.on', { kind })),
    new RegExp(word('consents.kind.off', { kind })),
    new RegExp(word('consents.sensitive.given')),
    new RegExp(word('consents.terms')),
  ]);
  await expect(list.getByRole('listitem').last()).toContainText('2023');
  await expectFits(page, 'the log of consents');
  await expectAccessible(page, '#consents');
});

test('a long log of consents continues behind a button', async ({ browser }) => {
  const me = await person(browser, { offers: true });
  // With those of the sign-up, four acts more than a page holds. Few calls, because consent changes are limited per day.
  const kept = consentsPerPage / 2;
  for (let noted = 0; noted < kept;) {
    const kinds = notificationKinds.slice(0, kept - noted);
    for (const off of [kinds, []])
      expect((await api(me.context.request, 'updateUser', { notifications_disabled: off })).status).toBe(200);
    noted += kinds.length;
  }
  await openAlive(me.page, '/settings#consents');
  const list = me.page.getByRole('list', { name: sentence('en', 'consents.title') });
  await expect(list.getByRole('listitem')).toHaveCount(consentsPerPage);
  await me.page
    .locator('#consents')
    .getByRole('button', { name: sentence('en', 'common.more') })
    .click();
  await expect(list.getByRole('listitem')).toHaveCount(consentsPerPage + 4);
  await expect(list.getByRole('listitem').last()).toContainText(sentence('en', 'consents.terms'));
  await expect(me.page.locator('#consents').getByRole('button', { name: sentence('en', 'common.more') })).toHaveCount(
    0,
  );
});
