import { languageNames } from '../../contract/platform/languages.ts';
import { type Person, api, expect, expectAccessible, newContext, person, site, test } from '../support/e2e.ts';
import { newPlainPage, openAlive, say } from '../support/forms.ts';

const spoken = async (me: Person) => (await api(me.context.request, 'getUser')).body.user.profile.languages;
const speaks = say('attributes.languages');

test('a member says which languages they speak, and the language of the pages is only offered', async ({ browser }) => {
  const me = await person(browser, { phone: true });
  const { page } = me;
  await openAlive(page, '/profile');
  const section = page.locator('#languages');
  await section.locator('summary').first().click();
  expect(await spoken(me)).toEqual([]);
  const offer = section.getByRole('button', { name: say('members.languages-add', { language: 'English' }) });
  await offer.click();
  await expect(offer).toHaveCount(0);
  await expect.poll(() => spoken(me)).toEqual(['en']);
  const english = section.getByRole('checkbox', { name: 'English', exact: true });
  await expect(english).toBeChecked();
  await expect(english).toBeFocused();
  await section.getByText(say('members.languages-more')).click();
  await section.getByRole('checkbox', { name: 'Welsh', exact: true }).press('Space');
  await expect(section.getByRole('status').filter({ hasText: say('common.saved') })).toBeVisible();
  expect(await spoken(me)).toEqual(['en', 'cy']);
  await expectAccessible(page);

  const plain = await newPlainPage(browser, { as: me });
  await plain.goto(`${site()}/profile`);
  const posted = plain.locator('#languages');
  await posted.locator('summary').first().click();
  await posted.getByRole('checkbox', { name: 'English', exact: true }).uncheck();
  await posted.getByRole('checkbox', { name: 'Finnish', exact: true }).check();
  await posted.getByRole('button', { name: say('common.save') }).click();
  await expect(posted.locator('summary').first()).toContainText('Welsh');
  expect((await spoken(me))?.toSorted()).toEqual(['cy', 'fi']);
});

test('members find each other by a language, and see which ones they share', async ({ browser }) => {
  const [she, he] = [await person(browser), await person(browser, { gender: 'male' })];
  await api(she.page.request, 'updateProfile', { languages: ['de', 'cy'] });
  await api(he.page.request, 'updateProfile', { languages: ['cy', 'en'] });
  const { page } = he;
  await openAlive(page, '/members?filters=none');
  await page.getByText(speaks, { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Welsh', exact: true }).check();
  await page.waitForURL(/languages=cy/);
  const card = page.getByRole('main').locator(`a[href^="/members/${she.id}"]`).first();
  await expect(card).toBeVisible();
  await expectAccessible(page);

  // The next search opens with the same filter, on a phone as a chip.
  await expect.poll(async () => (await api(page.request, 'getUser')).body.user.search?.languages).toBe('cy');
  const phone = await newContext(browser, 'en', true);
  await phone.addCookies(await he.context.cookies());
  const small = await phone.newPage();
  await openAlive(small, '/members');
  const chip = say('members.chip', { attribute: speaks, value: 'Welsh' });
  await expect(small.getByRole('link', { name: say('members.remove-filter', { filter: chip }) })).toBeVisible();

  await openAlive(small, `/members/${she.id}`);
  const chips = small.getByRole('region', { name: say('members.speaks') }).getByRole('listitem');
  await expect(chips).toHaveText([`Welsh${say('members.shared')}`, 'German']);
});

test('a text in another language than the page says which one it is', async ({ browser }) => {
  const [she, he] = [await person(browser), await person(browser, { gender: 'male', language: 'fi' })];
  const [german, swedish] = [
    'Ich bin Hebamme und suche jemanden, mit dem ich im Sommer an die Elbe gehe.',
    'Jag jobbar som sjuksköterska och spelar fotboll när jag är ledig.',
  ];
  await api(she.page.request, 'updateProfile', { about: german, languages: ['de', 'sv'] });
  await openAlive(he.page, `/members/${she.id}`);
  await expect(he.page.getByRole('article').locator('p', { hasText: german })).toHaveAttribute('lang', 'de');
  // One language only is spoken, so even a text that is too short to be recognized is in it.
  await api(she.page.request, 'updateProfile', { about: 'Moin!', languages: ['de'] });
  await openAlive(he.page, `/members/${she.id}`);
  await expect(he.page.getByRole('article').locator('p', { hasText: 'Moin!' })).toHaveAttribute('lang', 'de');
  const sent = await api(she.page.request, 'sendMessage', {
    profile: he.id,
    text: swedish,
    idempotency_key: crypto.randomUUID(),
  });
  expect(sent.status).toBe(200);
  await openAlive(he.page, `/chats/${sent.body.message.conversation}`);
  await expect(he.page.getByRole('main').locator('p', { hasText: swedish })).toHaveAttribute('lang', 'sv');

  // Every language is named in itself, in menus and lists of choices.
  for (const path of ['/settings', '/lang-config'] as const) {
    await he.page.goto(site() + path);
    const wrong = await he.page.evaluate((names) => {
      const leaves = [...document.querySelectorAll('body *')].filter((one) => one.childElementCount === 0);
      return leaves.flatMap((one) => {
        const named = names.find(([, name]) => name === one.textContent?.trim());
        const lang = one.closest('[lang]')?.getAttribute('lang');
        return named && lang !== named[0] ? [`${named[1]} is read as ${lang}`] : [];
      });
    }, Object.entries(languageNames));
    expect([path, wrong]).toEqual([path, []]);
  }
});
