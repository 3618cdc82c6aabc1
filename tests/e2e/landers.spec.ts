import type { Page } from '@playwright/test';

import type { EveningName } from '../../web/landers/evening-names.ts';
import type { LanderName } from '../../web/landers/lander-names.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, newContext, sentence, site, test } from '../support/e2e.ts';
import { faintTexts } from '../support/faint-texts.ts';
import { say } from '../support/forms.ts';
import { visitorScreens } from '../support/screens.ts';

/** A lander's form leads to the sign-up, with the typed fields. */
async function expectJoining(page: Page): Promise<void> {
  await page.getByLabel(say('landing.email')).fill('anna@example.org');
  await page.getByRole('button', { name: say('landing.join') }).click();
  await expect(page).toHaveURL(/\/signup$/);
  await expect(page.locator('[name=email]')).toHaveValue('anna@example.org');
}

test('evening cards are turned by swipe, button and arrow key, and the accepted ones are listed', async ({
  browser,
}) => {
  const context = await newContext(browser, 'en');
  const page = await context.newPage();
  await page.goto(`${site()}/landers/tinderswipe`);
  const card = (name: string) => page.locator(`[data-card=${name}]`);
  const words = (name: EveningName): string => say(`landers.tinderswipe.${name}`, { niche: 'default' });
  const said = (name: EveningName) => page.getByRole('listitem').filter({ hasText: words(name) });
  const button = (name: 'yes' | 'no' | 'back') =>
    page.getByRole('button', { name: say(`landers.tinderswipe.${name}`), exact: true });
  await expectAccessible(page);

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
  await context.close();
});

test('the evenings are checkboxes without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en' });
  const page = await context.newPage();
  await page.goto(`${site()}/landers/tinderswipe`);
  await expect(page.getByRole('button', { name: say('landers.tinderswipe.yes'), exact: true })).toBeHidden();
  await page.getByRole('checkbox', { name: say('landers.tinderswipe.walk') }).check();
  await expect(page.getByRole('heading', { name: say('landers.tinderswipe.said') })).toBeVisible();
  const said = page.getByRole('listitem').filter({ hasText: say('landers.tinderswipe.walk') });
  await expect(said).toBeVisible();
  await expectJoining(page);
  await context.close();
});

for (const language of ['de', 'fi'] as const)
  test(`every lander is accessible and fits the narrowest phones (${language})`, async ({ browser }) => {
    const context = await newContext(browser, language);
    const page = await context.newPage();
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: language === 'de' ? 'dark' : 'light', reducedMotion: 'reduce' });
    const screens = visitorScreens('').filter(({ path }) => path.startsWith('/landers/'));
    expect(screens).toHaveLength(9);
    for (const { path } of screens) {
      const name = path.split('/')[2] as LanderName;
      await page.goto(site() + path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(sentence(language, `landers.${name}.title`));
      await expect(page.getByText(sentence(language, 'landers.drawn'))).toBeVisible();
      if (name === 'alonetonight')
        await expect(page.locator('[data-clock]')).toHaveText(language === 'fi' ? /\d\d\.\d\d/ : /\d\d:\d\d/);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
    await context.close();
  });

test('nothing moves by itself for visitors who prefer reduced motion', async ({ browser }) => {
  const context = await newContext(browser, 'en');
  const page = await context.newPage();
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
  await context.close();
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
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'en',
    colorScheme: 'dark',
    viewport: { width: 1280, height: 1000 },
  });
  const page = await context.newPage();
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
  await context.close();
});
