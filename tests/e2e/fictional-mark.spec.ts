import { api, expect, person, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { fictionalMember, openLive, sendText } from '../support/talk.ts';

test('a fictional profile is marked in the notice of its message and in the list of blocked members', async ({
  browser,
}) => {
  const me = await person(browser);
  const demo = await fictionalMember(me);
  await openLive(me.page, '/likes');
  await sendText(me, demo, 'Hello');
  const notice = me.page.locator('[data-sonner-toast]', { hasText: demo.name });
  await expect(notice.getByText(say('common.fictional'), { exact: true })).toBeVisible();

  await api(me.context.request, 'blockMember', { profile: demo.id });
  await openAlive(me.page, '/settings');
  const blocked = me.page.getByRole('listitem').filter({ hasText: demo.name });
  await expect(blocked.getByText(say('common.fictional'), { exact: true })).toBeVisible();
  await me.context.close();
});
