import { api, expect, person, test } from '../support/e2e.ts';
import { button, openAlive, say } from '../support/forms.ts';
import { couple } from '../support/talk.ts';

test('the keyboard sees every control between the header and the tabs of a phone at four times the size', async ({
  browser,
}) => {
  const { page } = await person(browser, { phone: true });
  await page.setViewportSize({ width: 320, height: 256 });
  await openAlive(page, '/settings');
  const tabs = page.getByRole('navigation', { name: say('shell.navigation') }).filter({ visible: true });
  const hidden: string[] = [];
  for (const key of ['Tab', 'Shift+Tab'])
    for (let stop = 0; stop < 45; stop += 1) {
      await page.keyboard.press(key);
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        const isInside = element?.closest('main, footer') !== null;
        if (!isInside || !element) return null;
        const { top, bottom } = element.getBoundingClientRect();
        const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
        return { name: element.outerHTML.slice(0, 90), top, under: (top + bottom) / 2 < header };
      });
      const isLow = focused && focused.top >= ((await tabs.boundingBox())?.y ?? 0);
      if (focused && (isLow || focused.under)) hidden.push(`${key} ${focused.name}`);
    }
  expect(hidden).toEqual([]);
});

test('a search announces its count in a place that stays, moves the nearer thumb, and has edges in high contrast', async ({
  browser,
}) => {
  const { page } = await person(browser);
  await openAlive(page, '/members?filters=none');
  const count = page.getByRole('main').locator('header [aria-live=polite]');
  await count.evaluate((region) => region.setAttribute('data-first', ''));
  await page
    .getByRole('complementary')
    .getByRole('searchbox', { name: say('members.find-name') })
    .fill('Xyzzy');
  await expect(count).toHaveText(say('members.count', { count: 0 }));
  await expect(page.locator('[data-first]')).toHaveCount(1);
  const oldest = page.getByLabel(say('members.age-high'));
  const youngest = page.getByLabel(say('members.age-low'));
  const low = await youngest.inputValue();
  const track = await oldest.boundingBox();
  await page.mouse.click((track?.x ?? 0) + (track?.width ?? 0) * 0.7, (track?.y ?? 0) + (track?.height ?? 0) / 2);
  await expect.poll(async () => Number(await oldest.inputValue())).toBeLessThan(85);
  await expect(youngest).toHaveValue(low);

  await page.emulateMedia({ forcedColors: 'active' });
  const edge = (label: string) => page.getByLabel(label).evaluate((field) => getComputedStyle(field).outlineStyle);
  expect(await edge(say('members.find-name'))).toBe('solid');
  const online = page.getByRole('checkbox', { name: say('members.online-now') });
  expect(await online.evaluate((box) => getComputedStyle(box).appearance)).toBe('auto');
});

test('a page opened by a link begins at its title', async ({ browser }) => {
  const { page } = await person(browser);
  await openAlive(page, '/members');
  const nav = page.getByRole('navigation', { name: say('shell.navigation') }).filter({ visible: true });
  await nav.getByRole('link', { name: say('shell.likes') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await nav.getByRole('link', { name: say('shell.search') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a like is given and taken back by keyboard, can be given again, and the end of a match is asked for', async ({
  browser,
  complaints,
}) => {
  complaints.allow(/status of 500 .*like\.php/);
  const { she, he } = await couple(browser);
  const { page } = he;
  const given = async (): Promise<string[]> => (await api(page.request, 'listLikes')).body.profiles.map(({ id }) => id);
  await openAlive(page, `/members/${she.id}`);
  const like = page.getByRole('button', { name: say('members.like-name', { name: she.name }) }).first();
  await page.route('**/api/like.php', (route) =>
    route.fulfill({ status: 500, json: { error: 'request.failed', message: '' } }),
  );
  await like.press('Enter');
  await expect(page.getByText(say('errors.request.failed'))).toBeVisible();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await page.unroute('**/api/like.php');
  await like.press('Enter');
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(given).toEqual([she.id]);
  await like.press('Space');
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByText(say('members.unliked', { name: she.name }))).toBeVisible();
  await expect.poll(given).toEqual([]);
  await button(page, 'common.undo').click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(given).toEqual([she.id]);

  await api(she.page.request, 'addLike', { profile: he.id });
  await openAlive(page, `/members/${she.id}`);
  const match = page.getByRole('main').getByRole('button', { name: say('members.like-name', { name: she.name }) });
  await match.click();
  const question = page.getByRole('dialog', { name: say('members.end-match-title', { name: she.name }) });
  await question.getByRole('button', { name: say('common.cancel') }).click();
  await expect(question).toHaveCount(0);
  expect(await given()).toEqual([she.id]);
  await match.click();
  await question.getByRole('button', { name: say('members.end-match'), exact: true }).click();
  await expect.poll(given).toEqual([]);
});
