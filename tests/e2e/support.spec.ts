import { randomUUID } from 'node:crypto';

import type { Locator, Page } from '@playwright/test';

import { canRunStaffCommands, runStaffCommand } from '../support/staff-command.ts';
import {
  api,
  expect,
  expectAccessible,
  linkIn,
  mailTo,
  newPage,
  person,
  sentence,
  site,
  test,
} from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';
import { expectFits } from '../support/narrow.ts';
import { addPhotos } from '../support/pictures.ts';
import { couple, log, openChat, sendText } from '../support/talk.ts';
import { picture } from '../support/walk.ts';

type Said = (id: Parameters<typeof sentence>[1], values?: Record<string, unknown>) => string;

const pdfFile = {
  name: 'proof.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n'),
};
const pictureFile = async () => ({ name: 'proof.exe', mimeType: 'image/png', buffer: await picture(70) });

async function fillIn(page: Page, words: Said, email: string, but: readonly string[] = []): Promise<void> {
  await page.getByRole('radio', { name: words('support.kind.rules') }).check();
  await page.getByLabel(words('support.text')).fill('Somebody sells watches.\nAgain and again.');
  await page.getByLabel(words('support.url')).fill('/members/somebody');
  await page.getByLabel(words('support.name')).fill('Vera de Vries');
  if (!but.includes('email')) await page.getByLabel(words('support.email')).fill(email);
  await page.getByRole('checkbox').check();
}

test('a visitor complains in Finnish, gets a receipt by mail, and sees the complaint’s state (LEG-12)', async ({
  browser,
}) => {
  const language = 'fi';
  const words: Said = (id, values) => sentence(language, id, values);
  const page = await newPage(browser, language);
  await openAlive(page, '/faq');
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: words('shell.footer.complaints') })
    .click();
  await expect(page).toHaveURL(/\/complaints$/);
  const email = `${randomUUID()}@example.org`;
  await fillIn(page, words, email, ['email']);
  await page.getByRole('button', { name: words('support.submit') }).click();
  await expect(page.getByText(words('errors.field.missing'))).toBeVisible();
  await expect(page.getByLabel(words('support.text'))).toHaveValue('Somebody sells watches.\nAgain and again.');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page, language, 'main');
  await page.getByLabel(words('support.email')).fill(email);
  await page.getByLabel(words('support.files'), { exact: true }).setInputFiles([await pictureFile(), pdfFile]);
  await page.getByRole('button', { name: words('support.submit') }).click();
  await expect(page.getByText(words('support.sent'))).toBeVisible();
  await expectFits(page, language, 'main');

  const mail = await mailTo(page.request, email);
  expect(mail.subject).toContain(words('support.received.title'));
  await page.goto(linkIn(mail, '/complaint-state'));
  await expect(page.getByText(words('support.open'), { exact: true })).toBeVisible();
  await expect(page.getByText('Again and again.')).toBeVisible();
  await expect(page.getByText(words('support.files.count', { count: 2 }))).toBeVisible();
  await expectFits(page, language, 'main');
});

test('a complaint shows errors at its fields and keeps typed values, and only its own link opens it, with and without a script', async ({
  browser,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled, locale: 'en' });
    const page = await context.newPage();
    if (javaScriptEnabled) await openAlive(page, '/complaints');
    else await page.goto(`${site()}/complaints`);
    await page.getByRole('button', { name: say('support.submit') }).click();
    await expect(page.getByText(say('errors.field.missing'))).toHaveCount(4);
    await expect(page.getByText(say('errors.good-faith.missing'))).toBeVisible();
    await expect(page.getByRole('group', { name: say('support.kind') })).toHaveAccessibleDescription(
      say('errors.field.missing'),
    );
    if (javaScriptEnabled) await expect(page.getByRole('radio').first()).toBeFocused();
    await fillIn(page, say, `${randomUUID()}@example.org`);
    const files = page.getByLabel(say('support.files'), { exact: true });
    await files.setInputFiles([{ ...pdfFile, buffer: Buffer.from('<!doctype html>') }]);
    await page.getByRole('button', { name: say('support.submit') }).click();
    await expect(page.getByText(say('errors.file.type'))).toBeVisible();
    await expect(page.getByLabel(say('support.name'))).toHaveValue('Vera de Vries');
    // Only without a script does the browser forget the file.
    await expect(page.getByText(say('support.files.again'))).toHaveCount(javaScriptEnabled ? 0 : 1);
    await files.setInputFiles(Array.from({ length: 4 }, () => pdfFile));
    if (!javaScriptEnabled) await page.getByRole('button', { name: say('support.submit') }).click();
    await expect(page.getByText(say('errors.file.too-many', { max: 3 }))).toBeVisible();
    await files.setInputFiles([pdfFile]);
    await page.getByRole('button', { name: say('support.submit') }).click();
    await expect(page.getByText(say('support.sent'))).toBeVisible();
    await page.getByRole('link', { name: say('support.see') }).click();
    await expect(page.getByText(say('support.open'), { exact: true })).toBeVisible();
    await page.goto(`${page.url()}x`);
    await expect(page.getByText(say('support.gone'))).toBeVisible();
    await context.close();
  }
});

/** Rests a finger on an element until the test ends the touch by another. */
async function pressLong(page: Page, place: Locator): Promise<void> {
  const { x, y } = (await place.boundingBox()) ?? { x: 0, y: 0 };
  const browser = await page.context().newCDPSession(page);
  await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 9, y: y + 9 }] });
  await page.getByRole('menu').waitFor();
  await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('a message can be reported in German, and its sender blocked, from the message itself', async ({ browser }) => {
  const language = 'de';
  const words: Said = (id, values) => sentence(language, id, values);
  const { she, he } = await couple(browser, { language, phone: true }, {});
  const chat = await sendText(he, she, 'An ugly word');
  await openChat(she, chat);
  const { page } = she;
  await page.setViewportSize({ width: 320, height: 640 });
  const menu = page.getByRole('menuitem', { name: words('chat.report-message') });
  // A short touch opens nothing, and a screen reader finds a button.
  await log(she).getByText('An ugly word').tap();
  await log(she)
    .getByRole('button', { name: words('chat.message-menu') })
    .press('Enter');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await pressLong(page, log(she).getByText('An ugly word'));
  await menu.tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('checkbox')).toBeChecked();
  await dialog.getByRole('radio', { name: words('support.reason.harassment') }).check();
  await expectFits(page, language, '[role=dialog]');
  await dialog.getByRole('button', { name: words('support.report.submit.block') }).click();
  await expect(page.getByText(words('support.reported'))).toBeVisible();
  await expect(page).toHaveURL(/\/chats$/);
  const mail = await mailTo(page.request, she.email, words('support.received.title'));
  await page.goto(linkIn(mail, '/complaint-state'));
  await expect(page.getByRole('heading', { name: words('support.state.report') })).toBeVisible();
  await expectFits(page, language, 'main');
  expect((await api(he.page.request, 'getProfile', { id: she.id })).body.error).toBe('profile.blocked-you');
  // Commands of staff can read the server's data only if this machine started it.
  if (canRunStaffCommands()) {
    const number = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(mail.text)?.[0] ?? '';
    expect(await runStaffCommand('show', number)).toContain('An ugly word');
  }
});

test('a photo can be reported without blocking its owner, and a started report asks before a reload', async ({
  browser,
}) => {
  const he = await person(browser, { gender: 'male' });
  await addPhotos(he, 1);
  const she = await person(browser, { premium: true });
  const { page } = she;
  await openAlive(page, `/members/${he.id}`);
  await page
    .getByRole('link', { name: say('members.enlarge', { place: 1, count: 1 }) })
    .first()
    .click();
  await page.getByRole('button', { name: say('members.report-photo') }).click();
  const dialog = page.getByRole('dialog', { name: say('support.report.title.photo') });
  await dialog.getByRole('radio', { name: say('support.reason.fake') }).check();
  await dialog.getByRole('checkbox').uncheck();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: say('support.report.submit') }).click();
  await expect(page.getByText(say('support.reported'))).toBeVisible();
  expect((await api(he.page.request, 'getProfile', { id: she.id })).status).toBe(200);

  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page
    .getByRole('button', { name: say('members.menu', { name: he.name }) })
    .filter({ visible: true })
    .click();
  await page.getByRole('menuitem', { name: say('members.report-name', { name: he.name }) }).click();
  await expect(page.getByRole('dialog', { name: say('support.report.title', { name: he.name }) })).toBeVisible();
  // The page does not reload without asking, because the text is stored nowhere else.
  const words = page.getByLabel(say('support.report.text'));
  await words.pressSequentially('He wrote');
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    return dialog.dismiss();
  });
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(words).toHaveValue('He wrote');
  page.removeAllListeners('dialog');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await Promise.all([he.context.close(), she.context.close()]);
});

test('a banned member reads the reasons in Finnish and contests them, without a login (LEG-12, LEG-16)', async ({
  browser,
}) => {
  const language = 'fi';
  test.skip(!canRunStaffCommands(), 'commands of staff need the data of the server under test');
  const words: Said = (id, values) => sentence(language, id, values);
  const he = await person(browser, { language, gender: 'male', phone: true });
  const { page } = he;
  const why = ['--reason', 'selling', '--facts', 'You asked three people for money.'];
  const number =
    /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(await runStaffCommand('moderate', he.id, '--action', 'ban', ...why))?.[0] ?? '';
  const mail = await mailTo(page.request, he.email, words('support.statement.subject', { number }));
  await page.setViewportSize({ width: 320, height: 640 });
  const path = new URL(linkIn(mail, '/decision'));
  await openAlive(page, path.pathname + path.search);
  await expect(page.getByText(words('support.action.ban'))).toBeVisible();
  await expect(page.getByText('You asked three people for money.')).toBeVisible();
  await expect(page.getByText(words('support.redress'))).toBeVisible();
  await expectFits(page, language, 'main');

  await page.getByRole('link', { name: words('support.contest') }).click();
  await expect(page.getByText(words('support.contests', { number }))).toBeVisible();
  await expect(page.getByRole('radio', { name: words('support.kind.decision') })).toBeChecked();
  await expectFits(page, language, 'main');
  await page.getByLabel(words('support.text')).fill('It was not me.');
  await page.getByLabel(words('support.name')).fill('Bram');
  await page.getByLabel(words('support.email')).fill(he.email);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: words('support.submit') }).click();
  await expect(page.getByText(words('support.sent'))).toBeVisible();
  expect(await runStaffCommand('list')).toContain('It was not me.');

  await page.goto(`${linkIn(mail, '/decision')}x`);
  await expect(page.getByText(words('support.statement.gone'))).toBeVisible();
  await expect(page.getByText('You asked three people for money.')).toHaveCount(0);
});
