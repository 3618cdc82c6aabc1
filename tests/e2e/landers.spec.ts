import type { Locator, Page } from '@playwright/test';

import type { EveningName, LanderName } from '../../web/landers/lander-names.ts';
import { api, expect, expectAccessible, newContext, newPage, password, sentence, site, test } from '../support/e2e.ts';
import { faintTexts } from '../support/faint-texts.ts';
import { newPlainPage, openAlive, say } from '../support/forms.ts';
import { visitorScreens } from '../support/screens.ts';
import { fillWho, fillYou, go, newEmail, newName } from '../support/sign-up-form.ts';

/** Expects that a lander's form leads to the sign-up, with the typed fields. */
async function expectJoining(page: Page): Promise<void> {
  await page.getByLabel(say('landing.email')).fill('anna@example.org');
  await page.getByRole('button', { name: say('landing.join') }).click();
  await expect(page).toHaveURL(/\/signup$/);
  await expect(page.locator('[name=email]')).toHaveValue('anna@example.org');
}

/** Finds texts of the page's content over which something else lies, once they are in the middle of the window. */
async function coveredTexts(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  return page.evaluate(() => {
    const content = document.querySelector('#content');
    if (!content) return ['the page has no content'];
    const covered = new Set<string>();
    const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const parent = text.parentElement;
      if (!parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const unseen = parent.closest<HTMLElement>('[class*=sr-only], .skip-link');
      if (text.data.trim() === '' || parent.closest('option, [inert]') || (unseen && unseen.offsetWidth <= 1)) continue;
      parent.scrollIntoView({ block: 'center', behavior: 'instant' });
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const { left, right, top, bottom } of range.getClientRects())
        for (const x of [left + 2, (left + right) / 2, right - 2]) {
          const hit = document.elementFromPoint(x, (top + bottom) / 2);
          // A label's input may lie over its words.
          const isOwn = hit?.contains(parent) || parent.contains(hit) || hit?.closest('label')?.contains(parent);
          if (!isOwn) covered.add(text.data.trim());
        }
    }
    scrollTo(0, 0);
    return [...covered];
  });
}

test('evening cards are turned by swipe, button and arrow key, and the accepted ones are listed', async ({
  browser,
}) => {
  const page = await newPage(browser, 'en');
  await page.goto(`${site()}/landers/tinderswipe`);
  const card = (name: string) => page.locator(`[data-card=${name}]`);
  const words = (name: EveningName): string => say(`landers.tinderswipe.${name}`, { niche: 'default' });
  const said = (name: EveningName) => page.getByRole('listitem').filter({ hasText: words(name) });
  const button = (name: 'yes' | 'no' | 'back') =>
    page.getByRole('button', { name: say(`landers.tinderswipe.${name}`), exact: true });

  const box = await card('niche').boundingBox();
  if (!box) throw new Error('the first card is not there');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 140, y, { steps: 5 });
  await page.mouse.up();
  await expect(card('niche')).toHaveAttribute('data-gone', 'yes');
  await card('cook').click();
  await expect(card('cook')).not.toHaveAttribute('data-gone');
  await button('yes').click();
  await button('back').click();
  await page.keyboard.press('ArrowLeft');
  await expect(card('cook')).toHaveAttribute('data-gone', 'no');
  await page.keyboard.press('ArrowRight');
  await button('yes').click();
  await expect(page.getByRole('heading', { name: say('landers.tinderswipe.said') })).toBeHidden();
  await button('no').click();

  await expect(page.getByRole('heading', { name: say('landers.tinderswipe.said') })).toBeFocused();
  for (const name of ['niche', 'walk', 'records'] as const) await expect(said(name)).toBeVisible();
  for (const name of ['cook', 'talk'] as const) await expect(said(name)).toBeHidden();
  await expectAccessible(page);
  await expectJoining(page);
  const evenings = (['niche', 'walk', 'records'] as const).map(words);
  await expect(page.locator('[name=about]')).toHaveValue(evenings.join(', '));
});

test('the evenings are checkboxes without JavaScript', async ({ browser }) => {
  const page = await newPlainPage(browser);
  await page.goto(`${site()}/landers/tinderswipe`);
  await expect(page.getByRole('button', { name: say('landers.tinderswipe.yes'), exact: true })).toBeHidden();
  await page.getByRole('checkbox', { name: say('landers.tinderswipe.walk') }).check();
  await expect(page.getByRole('heading', { name: say('landers.tinderswipe.said') })).toBeVisible();
  const said = page.getByRole('listitem').filter({ hasText: say('landers.tinderswipe.walk') });
  await expect(said).toBeVisible();
  await expectJoining(page);
});

test('the clock of a lander tells the time as the language writes it, and the title follows it', async ({
  browser,
}) => {
  const page = await newPage(browser, 'fi');
  for (const [time, title] of [
    ['2026-02-03T19:05+13:00', 'landers.alonetonight.title'],
    ['2026-02-03T03:16+13:00', 'landers.alonetonight.title-late'],
  ] as const) {
    await page.clock.setFixedTime(time);
    await page.goto(`${site()}/landers/alonetonight`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(sentence('fi', title));
    await expect(page.locator('[data-clock]')).toHaveText(time.includes('19:05') ? / 19\.05\.$/ : / 03\.16\.$/);
  }
});

// English, and the languages with the longest words. The collage has fewer questions in one niche.
for (const language of ['en', 'de', 'fi'] as const)
  test(`the first screen of every lander has its button, and nothing covers a text (${language})`, async ({
    browser,
  }) => {
    const page = await newPage(browser, language);
    const paths = visitorScreens('').flatMap(({ path }) => (path.startsWith('/landers/') ? [path] : []));
    for (const path of [...paths, '/landers/collagelanding/gay']) {
      await page.goto(site() + path);
      for (const [width, height] of [
        [390, 664],
        [1280, 800],
      ] as const) {
        await page.setViewportSize({ width, height });
        const button = page.getByRole('button', { name: sentence(language, 'landing.join') });
        await expect(button, `${path} at ${width}`).toBeInViewport({ ratio: 1 });
        expect(await coveredTexts(page), `${path} at ${width}`).toEqual([]);
      }
    }
  });

test('nothing moves unasked for visitors who prefer reduced motion', async ({ browser }) => {
  const page = await newPage(browser, 'en');
  const moving = (): Promise<number> => page.evaluate(() => document.getAnimations().length);
  for (const name of ['video', 'alonetonight', 'transitionsvideolanding'] as const) {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(`${site()}/landers/${name}`);
    expect(await moving(), name).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await moving(), name).toBe(0);
    await page.reload();
    expect(await moving(), name).toBe(0);
  }
});

/** The visitor's action on each lander with a choice, and the fields that the sign-up then has. */
const choices: Record<LanderName, { act: (page: Page) => Promise<void>; begins: Record<string, string> }> = {
  alonetonight: {
    act: async (page) => page.getByRole('radio', { name: say('landers.alonetonight.answer.talk') }).check(),
    begins: { about: say('landers.alonetonight.about', { answer: 'talk' }) },
  },
  collagelanding: {
    act: async (page) => {
      for (const value of ['male', 'both']) await page.locator(`[type=radio][value=${value}]`).first().check();
      for (const topic of ['talks', 'new'] as const)
        await page.getByRole('checkbox', { name: say(`landers.collagelanding.${topic}`) }).check();
    },
    begins: { gender: 'male', looking_for: 'both', about: 'long talks, something new' },
  },
  gallery: {
    act: async (page) => page.getByRole('radio', { name: say('landers.gallery.door') }).check(),
    begins: { about: say('landers.gallery.about', { picture: say('landers.gallery.door') }) },
  },
  iconslanding: {
    act: async (page) => {
      for (const sign of ['cooking', 'hiking'] as const)
        await page.getByRole('checkbox', { name: say(`interests.${sign}`) }).check({ force: true });
    },
    begins: { about: `${say('interests.cooking')}, ${say('interests.hiking')}` },
  },
  maplanding: {
    act: async (page) => {
      await page.getByLabel(say('landers.maplanding.country')).selectOption('CA');
      await page.getByLabel(say('landers.maplanding.town')).fill('Ottawa');
    },
    begins: { country: 'CA', town_name: 'Ottawa' },
  },
  socialnetwork: {
    act: async (page) => page.getByLabel(say('landers.socialnetwork.write')).fill('Soup, and bread to go with it.'),
    begins: { about: 'Soup, and bread to go with it.' },
  },
  transitionsvideolanding: {
    act: async (page) =>
      page.getByRole('radio', { name: say('landers.transitionsvideolanding.night') }).check({ force: true }),
    begins: { about: say('landers.transitionsvideolanding.about', { time: 'night' }) },
  },
  video: { act: async () => undefined, begins: {} },
};

test('choices on every lander stay readable without JavaScript, and the sign-up starts with them', async ({
  browser,
}) => {
  const page = await newPlainPage(browser, { colorScheme: 'dark', viewport: { width: 1280, height: 1000 } });
  for (const [name, { act, begins }] of Object.entries(choices)) {
    await page.goto(`${site()}/landers/${name}`);
    await act(page);
    expect(await faintTexts(page), name).toEqual([]);
    await expectJoining(page);
    for (const [field, value] of Object.entries(begins)) {
      const known = page.locator(`[name=${field}]`);
      if ((await known.first().getAttribute('type')) === 'radio')
        await expect(page.locator(`[name=${field}][value=${value}]`)).toBeChecked();
      else await expect(known).toHaveValue(value);
    }
  }
});

test('text from a lander starts the profile without JavaScript, even after a refusal (Finnish)', async ({
  browser,
}) => {
  const language = 'fi';
  const page = await newPlainPage(browser, { locale: language });
  const said = 'Soup, and bread.\nTea afterwards – or wine, äöü. More on example.org/clara';
  await page.goto(`${site()}/landers/socialnetwork`);
  await page.getByLabel(sentence(language, 'landers.socialnetwork.write')).fill(said);
  await page.locator('[name=email]').fill(newEmail());
  await page.getByRole('button', { name: sentence(language, 'landing.join') }).click();
  const about = page.getByRole('textbox', { name: sentence(language, 'accounts.about'), exact: true });
  await expect(about).toHaveValue(said);
  await page.locator('[name=gender][value=female]').check({ force: true });
  await page.locator('[name=looking_for][value=male]').check({ force: true });
  const send = async (name: string): Promise<void> => {
    await page.locator('[name=password]').fill(password);
    await fillYou(page, name);
    await page.locator('[name=accept_terms]').check();
    await page.getByRole('button', { name: sentence(language, 'accounts.sign-up') }).click();
  };
  await send('@clara');
  await expect(page.getByText(sentence(language, 'errors.name.starts-with-at'))).toBeVisible();
  await expect(about).toHaveValue(said);
  await send(newName());
  await page.waitForURL(/\/complete-signup/);
  await expect(about).toHaveValue(said);
  await expect(page.getByText(sentence(language, 'members.about-contact', { kind: 'link' }))).toBeVisible();
  expect((await api(page.request, 'getUser')).body.user.profile.about).toBe(said);
  await page.goto(`${site()}/profile`);
  await expect(page.getByLabel(sentence(language, 'members.about-label'))).toHaveValue(said);
});

test('an answer given on a lander survives a reload and starts the profile', async ({ browser }) => {
  const context = await newContext(browser, 'en');
  const page = await context.newPage();
  const answer = say('landers.alonetonight.about', { answer: 'quiet' });
  await page.goto(`${site()}/landers/alonetonight`);
  const here = (): Promise<string> =>
    page.evaluate(() => new Date().toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }));
  const told = page.locator('[data-clock]');
  await expect(async () => expect(told).toHaveText(say('landers.alonetonight.time', { time: await here() }))).toPass();
  await page.getByRole('radio', { name: say('landers.alonetonight.answer.quiet') }).check();
  await expect(page.getByText(say('landers.alonetonight.reply.quiet'))).toBeVisible();
  await page.getByLabel(say('landing.email')).fill('anna@example.org');
  await page.getByRole('button', { name: say('landing.join') }).click();
  await page.waitForURL(/\/signup/);
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(1);
  await openAlive(page, '/signup');
  await expect(page.locator('[name=email]')).toHaveValue('anna@example.org');
  await fillWho(page, newEmail());
  await go(page);
  await fillYou(page, newName());
  await go(page);
  await page.locator('[name=accept_terms]').check();
  await page.getByRole('button', { name: say('accounts.sign-up') }).click();
  await page.waitForURL(/\/complete-signup/);
  const said = async (): Promise<string> => (await api(context.request, 'getUser')).body.user.profile.about;
  expect(await said()).toBe(answer);
  expect(await page.evaluate(() => sessionStorage.getItem('tealight.signup'))).toBeNull();
  await openAlive(page, '/complete-signup');
  await page.getByLabel(say('accounts.about')).fill('');
  await page.getByRole('button', { name: say('accounts.save-and-go') }).click();
  await page.waitForURL(/\/signup-matches/);
  expect(await said()).toBe('');
  await openAlive(page, '/complete-signup');
  await expect(page.getByLabel(say('accounts.about'))).toHaveValue('');
});

test('what was chosen on a lander can be removed in the first step of the sign-up', async ({ browser }) => {
  const page = await newPage(browser, 'en');
  await page.goto(`${site()}/landers/iconslanding`);
  const names = (['cooking', 'hiking'] as const).map((sign) => say(`interests.${sign}`));
  for (const name of names) await page.getByRole('checkbox', { name }).check({ force: true });
  await page.getByRole('button', { name: say('landing.join') }).click();
  await expect(page.locator('[name=about]')).toHaveValue(names.join(', '));
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(1);
  await openAlive(page, '/signup');
  await page.locator('[name=password]').fill(password);
  const remove = (name = ''): Locator =>
    page.getByRole('button', { name: say('accounts.brought-remove', { choice: name }) });
  await remove(names[0]).click();
  await expect(remove(names[0])).toBeHidden();
  await expect(remove(names[1])).toBeFocused();
  await expect(page.locator('[name=about]')).toHaveValue(names[1] ?? '');
  await expectAccessible(page);
  await remove(names[1]).click();
  await expect(page.locator('[name=about]')).toBeHidden();
  await expect(page.getByRole('heading', { name: say('accounts.step-who') })).toBeFocused();
  await expect(page.locator('[name=password]')).toHaveValue(password);
});
