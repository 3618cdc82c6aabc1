import { randomUUID } from 'node:crypto';

import type { Locator } from '@playwright/test';
import sharp from 'sharp';

import { api, expect, linkIn, mailTo, test } from '../support/e2e.ts';
import { openAlive } from '../support/forms.ts';
import { couple, log, openChat, sendText } from '../support/talk.ts';

const stacked = [...'eo'].map((letter) => letter + '\u0302'.repeat(40)).join('');

/** Letters with the highest and deepest marks of the languages that our fonts cover. */
const tall = 'Ổ Ễ Ẵ Ậ Ự Ợ Ǻ ģ Ț gjpq';

/** True if two pictures look the same; redrawn pixels may differ by 1 or 2 of 255. */
async function looksAlike(one: Buffer, other: Buffer): Promise<boolean> {
  const [before, after] = await Promise.all([one, other].map((picture) => sharp(picture).raw().toBuffer()));
  return before?.every((value, at) => Math.abs(value - (after?.[at] ?? 0)) < 32) === true;
}

/**
 * True if the page looks the same with and without a style on the text. Compares only if the page looks the same before
 * and after, since another element may have just been drawn.
 */
async function looksAlikeWith(text: Locator, property: string, value: string, mask: Locator[] = []): Promise<boolean> {
  const page = text.page();
  // The time left of an offer changes each second, and three pictures may take longer.
  const picture = () => page.screenshot({ mask: [...mask, page.getByRole('timer')], animations: 'disabled' });
  let isAlike = false;
  await text.scrollIntoViewIfNeeded();
  await expect(async () => {
    const before = await picture();
    await text.evaluate((element, style) => element.style.setProperty(...style), [property, value] as [string, string]);
    const between = await picture();
    await text.evaluate((element, name) => element.style.removeProperty(name), property);
    expect(await looksAlike(before, await picture())).toBe(true);
    isAlike = await looksAlike(before, between);
  }).toPass();
  return isAlike;
}

/** True if a text paints outside of its element: the page around it then differs without the text. */
async function hasInkOutside(text: Locator): Promise<boolean> {
  return !(await looksAlikeWith(text, 'visibility', 'hidden', [text]));
}

async function expectInkWithin(text: Locator): Promise<void> {
  expect(await hasInkOutside(text)).toBe(false);
  // Proves that the check works: without clipping, ink leaves the text.
  await text.evaluate((element) => element.style.setProperty('overflow', 'visible'));
  expect(await hasInkOutside(text)).toBe(true);
  await text.evaluate((element) => element.style.removeProperty('overflow'));
}

async function expectAllInk(text: Locator): Promise<void> {
  expect(await looksAlikeWith(text, 'overflow', 'visible')).toBe(true);
}

test('marks stacked on letters stay within their text, and marks of real languages are shown in full', async ({
  browser,
}) => {
  const { she, he } = await couple(browser, { premium: true });
  const { request } = she.context;
  await api(request, 'addLike', { profile: he.id });
  const chat = await sendText(she, he, 'before');
  await sendText(she, he, stacked);
  await sendText(she, he, 'after');
  const gift = { profile: he.id, gift: 'tealight', note: stacked, idempotency_key: randomUUID() };
  expect((await api(request, 'sendGift', gift)).status).toBe(200);
  await sendText(she, he, tall);
  for (const size of [
    { width: 390, height: 844 },
    { width: 1_280, height: 800 },
  ])
    await test.step(`${size.width} px`, async () => {
      await he.page.setViewportSize(size);
      await openChat(he, chat);
      const texts = log(he).locator('li p[dir=auto]');
      await expect(texts).toHaveCount(5);
      // A row may clip its overflow, so only the texts below prove the check.
      for (const at of [1, 3]) expect(await hasInkOutside(texts.nth(at))).toBe(false);
      await expectAllInk(texts.nth(4));

      // The first stands in place of a photo.
      const about = he.page.getByRole('main').locator('p[dir=auto]').last();
      await api(request, 'updateProfile', { about: stacked });
      await openAlive(he.page, `/members/${she.id}`);
      await expectInkWithin(about);
      await api(request, 'updateProfile', { about: tall });
      await openAlive(he.page, `/members/${she.id}`);
      await expectAllInk(about);
    });
  const email = `${randomUUID()}@example.org`;
  const complaint = { kind: 'rules', url: '', name: 'Vera de Vries', email, good_faith: true };
  const sent = await api(request, 'sendComplaint', { ...complaint, text: stacked, idempotency_key: randomUUID() });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  await he.page.goto(linkIn(await mailTo(request, email), '/complaint-state'));
  await expectInkWithin(he.page.getByRole('main').locator('p', { hasText: stacked }));
});
