import { api, expect, expectAccessible, person, test } from '../support/e2e.ts';
import { openAlive, say } from '../support/forms.ts';

test('contact details in the profile text are pointed out once saved, and nothing is refused', async ({ browser }) => {
  const me = await person(browser, { phone: true });
  const { page } = me;
  await openAlive(page, '/profile');
  const section = page.getByRole('region', { name: say('members.about') });
  const text = section.getByLabel(say('members.about-label'));
  for (const [words, kind] of [
    ['Call me: +31 6 1234 5678', 'phone'],
    ['Or write to me@mail.example.com', 'email'],
  ] as const) {
    await text.fill(words);
    await expect(section.getByText(say('members.about-contact', { kind }))).toBeVisible();
    expect((await api(me.context.request, 'getUser')).body.user.profile.about).toBe(words);
  }
  await expectAccessible(page);
  await text.fill('Ask me about old radios.');
  await expect(section.getByRole('status').filter({ hasText: say('common.saved') })).toBeVisible();
  await expect(section.getByText(say('members.about-contact', { kind: 'email' }))).toHaveCount(0);
  await openAlive(page, '/complete-signup');
  await page.getByRole('textbox', { name: say('accounts.about') }).fill('More on example.org/anna');
  // The toast lasts only some seconds, which a busy machine may spend on the next page.
  const told = page.getByText(say('members.about-contact', { kind: 'link' })).waitFor();
  await page.getByRole('button', { name: say('accounts.save-and-go') }).click();
  await page.waitForURL(/signup-matches|members/);
  await told;
  await me.context.close();
});
