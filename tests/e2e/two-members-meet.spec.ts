import { randomUUID } from 'node:crypto';

import { api, expect, linkIn, mailTo, newContext, sentence, site, test } from '../support/e2e.ts';
import { isAlive } from '../support/forms.ts';
import { type Newcomer, signUpOnScreen } from '../support/walk.ts';

const unique = randomUUID().slice(0, 6);

const femke: Newcomer = {
  language: 'nl',
  name: `Femke ${unique}`,
  email: `femke-${unique}@example.org`,
  gender: 'female',
  country: 'NL',
  town: 'Haarlem',
  about: 'Ik bak brood op zondag en fiets door elke regenbui.',
};
const jonas: Newcomer = {
  language: 'de',
  name: `Jonas ${unique}`,
  email: `jonas-${unique}@example.org`,
  gender: 'male',
  country: 'DE',
  town: 'Aachen',
  about: 'Ich repariere alte Radios und koche zu viel für einen allein.',
};

test('two members meet, chat, run out of credits, pay and go on', async ({ browser }) => {
  test.setTimeout(300_000);
  const nl = (id: Parameters<typeof sentence>[1], values?: Record<string, unknown>) => sentence('nl', id, values);
  const de = (id: Parameters<typeof sentence>[1], values?: Record<string, unknown>) => sentence('de', id, values);
  const [hers, his] = [await newContext(browser, 'nl'), await newContext(browser, 'de')];
  const [she, he] = [await hers.newPage(), await his.newPage()];

  await test.step('both sign up, confirm their address from the mail, and have a profile with a photo', async () => {
    for (const [page, who] of [
      [she, femke],
      [he, jonas],
    ] as const) {
      await signUpOnScreen(page, who);
      const mail = await mailTo(page.request, who.email);
      expect(mail.html).toContain(`lang="${who.language}"`);
      await page.goto(linkIn(mail, '/activate/'));
      await expect(
        page
          .getByText(sentence(who.language, 'accounts.confirmed-title'))
          .or(page.getByText(sentence(who.language, 'accounts.confirmed')))
          .first(),
      ).toBeVisible();
    }
  });

  await test.step('he finds her by searching, looks at her profile and likes her', async () => {
    await he.goto(`${site()}/members?country=NL&online=true`);
    await he
      .getByRole('link', { name: new RegExp(femke.name) })
      .first()
      .click();
    await he.waitForURL(/\/members\/[0-9a-f-]{36}/);
    await expect(he.getByRole('heading', { level: 1 })).toContainText(femke.name);
    await expect(he.getByText(femke.about)).toBeVisible();
    await isAlive(he);
    await he
      .getByRole('button', { name: de('members.like-name', { name: femke.name }) })
      .first()
      .click();
    await expect(
      he.getByRole('button', { name: de('members.like-name', { name: femke.name }) }).first(),
    ).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('she sees the new like, likes him back, and it is a match', async () => {
    await she.goto(`${site()}/likes/received`);
    await she
      .getByRole('link', { name: new RegExp(jonas.name) })
      .first()
      .click();
    await she.waitForURL(/\/members\/[0-9a-f-]{36}/);
    await isAlive(she);
    const answered = she.waitForResponse((answer) => answer.url().includes('/api/like.php'));
    await she
      .getByRole('button', { name: nl('members.like-name', { name: jonas.name }) })
      .first()
      .click();
    await answered;
    await she.goto(`${site()}/likes/matches`);
    await expect(she.getByRole('link', { name: new RegExp(jonas.name) }).first()).toBeVisible();
  });

  // The match dialog covers his page as soon as its event arrives, before or after his next step.
  await he.addLocatorHandler(he.locator('.full-screen-ground'), () => he.keyboard.press('Escape'));

  await test.step('they chat live, until his credits are used up', async () => {
    await he
      .getByRole('link', { name: new RegExp(`^${de('members.write')}`) })
      .first()
      .click();
    await he.waitForURL(/\/chat$/);
    const box = he.getByRole('textbox', { name: de('chat.write', { name: femke.name }) });
    await box.fill('Guten Abend! Welches Brot gab es heute?');
    await box.press('Enter');
    await he.waitForURL(/\/chats\/[0-9a-f-]{36}/);
    await she.goto(`${site()}/chats`);
    await isAlive(she);
    await she
      .getByRole('link', { name: new RegExp(jonas.name) })
      .first()
      .click();
    await expect(she.getByText('Guten Abend! Welches Brot gab es heute?').first()).toBeVisible();

    const answer = she.getByRole('textbox', { name: nl('chat.write', { name: jonas.name }) });
    await answer.fill('Zuurdesem met walnoten. Hou je daarvan?');
    await answer.press('Enter');
    await expect(he.getByRole('log').getByText('Zuurdesem met walnoten. Hou je daarvan?')).toBeVisible();

    for (const text of ['Sehr gern.', 'Und dazu einen alten Gouda.', 'Oder zwei.']) {
      await box.fill(text);
      await box.press('Enter');
      await expect(she.getByRole('log').getByText(text, { exact: true })).toBeVisible();
    }
    expect((await api(his.request, 'getUser')).body.user.credits).toBe(0);
    await expect(he.getByText(de('chat.blocker-credits', { name: femke.name }))).toBeVisible();
  });

  await test.step('he buys a bundle on the pay page of the sandbox and is premium', async () => {
    await he.getByRole('link', { name: de('chat.blocker-credits-action') }).click();
    await he.waitForURL(/\/credits/);
    await he
      .getByText(de('payments.bundle-credits', { count: 50 }))
      .first()
      .click();
    await he
      .getByRole('button', { name: de('payments.order.review') })
      .filter({ visible: true })
      .click();
    await he.getByRole('button', { name: de('payments.order.submit') }).click();
    await he.waitForURL(/\/pay\//);
    await he.locator('button[value=pay]').click();
    await he.waitForURL(/\/transactions\//);
    await expect(he.getByText(de('payments.result.completed', { count: 50 }), { exact: true })).toBeVisible();
    const user = (await api(his.request, 'getUser')).body.user;
    expect([user.credits, user.paid_user]).toEqual([50, true]);
    await expect(
      he
        .getByRole('navigation')
        .getByRole('link', { name: de('shell.credits') })
        .first(),
    ).toBeVisible();
  });

  await test.step('they go on chatting', async () => {
    await he.getByRole('link', { name: de('payments.result.back-to-chat') }).click();
    await he.waitForURL(/\/chats\//);
    const box = he.getByRole('textbox', { name: de('chat.write', { name: femke.name }) });
    await box.fill('Da bin ich wieder.');
    await box.press('Enter');
    await expect(she.getByRole('log').getByText('Da bin ich wieder.')).toBeVisible();
    expect((await api(his.request, 'getUser')).body.user.credits).toBe(45);
    const ledger = (await api(his.request, 'listLedger')).body;
    expect(ledger.entries.reduce((sum, { credits }) => sum + credits, 0)).toBe(ledger.balance);
  });
});
