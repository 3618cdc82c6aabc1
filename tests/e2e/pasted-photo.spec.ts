import { api, expect, person, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { paste } from '../support/pictures.ts';

test('a picture pasted on the page becomes a photo, but one pasted into a field does not', async ({ browser }) => {
  const me = await person(browser);
  const { page } = me;
  await openAlive(page, '/profile');
  const image = { name: 'image.png', type: 'image/png' };
  expect(await paste(page.getByLabel(say('members.about-label')), [image])).toBe(true);
  expect(await paste(page.locator('body'), [image], 'A1 B1')).toBe(true);
  expect(await paste(page.locator('body'), [{ name: 'IMG_0042.HEIC', type: '' }])).toBe(false);
  await expect(page.getByText(say('photos.heic'))).toBeVisible();
  expect(await paste(page.locator('body'), [image])).toBe(false);
  await expect(page.getByRole('img', { name: say('photos.alt', { place: 1, count: 1 }) })).toBeVisible();
  expect((await api(me.context.request, 'getUser')).body.user.profile.photos).toHaveLength(1);
  await me.context.close();
});
