import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';

import type { SentenceId } from '../locales/parts.ts';
import { createSentences } from '../server/platform/text/sentences.ts';
import { confirmAddress } from '../tests/support/confirm-address.ts';
import prepareServer, { site, startServer } from '../tests/support/e2e-server.ts';
import { type Front, startFront } from '../tests/support/front.ts';
import { type WebKitWindow, openWebKit, startScreen, waitFor } from '../tests/support/webkit.ts';

const browser = process.env['WEBKIT'] ?? '';
const sentences = createSentences(join(fileURLToPath(new URL('..', import.meta.url)), 'locales'));
const say = (id: SentenceId, values?: Record<string, unknown>): string => sentences.in('en')(id, values);
const password = 'a quiet evening by the sea';
const enter = '\uE007';
const unique = randomUUID().slice(0, 6);
const [hers, his] = [`Wilma ${unique}`, `Wim ${unique}`];

const button = (id: SentenceId): string => `//button[contains(., "${say(id)}")]`;
const choice = (name: string, value: string): string => `//label[.//input[@name="${name}"][@value="${value}"]]`;
const withText = (text: string): string => `//*[text()[contains(., "${text}")]]`;
const inLog = (text: string): string => `//*[@role="log"]${withText(text)}`;

/** WebKitGTK has Safari's engine without Apple's parts. The walk covers features that are most likely to fail there. */
describe.skipIf(!browser)('in WebKit', () => {
  const ends: (() => void | Promise<void>)[] = [];
  let [she, he] = [] as unknown as [WebKitWindow, WebKitWindow];
  let front: Front;

  beforeAll(async () => {
    ends.unshift(await prepareServer());
    ends.unshift(await startServer());
    front = await startFront(site());
    ends.unshift(() => front.close());
    const screen = await startScreen();
    ends.unshift(screen.close);
    const open = async (): Promise<WebKitWindow> => {
      const opened = await openWebKit(browser, screen.display, front.origin);
      ends.unshift(opened.close);
      await opened.go('/robots.txt');
      await opened.run(
        `document.cookie = 'dismissed=age-gate:1; path=/'; document.cookie = 'i18n_redirected=en; path=/'`,
      );
      return opened;
    };
    [she, he] = [await open(), await open()];
  }, 300_000);

  afterAll(async () => {
    for (const end of ends) await end();
  });

  it('two members sign up, search, chat, pay, and read offline', { timeout: 600_000 }, async () => {
    onTestFailed(async () => {
      await Promise.allSettled([she.describe('her-window'), he.describe('his-window')]);
    });
    await signUp(she);
    const { id: hisId } = await signUpByCall(he);
    await search(she);
    await chat(she, he, hisId);
    await buyCredits(she);
    await readOffline(she, front);
  });
});

async function signUp(she: WebKitWindow): Promise<void> {
  await she.open('/signup');
  await she.click(choice('gender', 'female'));
  await she.click(choice('looking_for', 'male'));
  await she.type('//input[@name="email"]', `wilma-${unique}@example.org`);
  await she.type('//input[@name="password"]', password);
  await she.click(button('accounts.next'));
  await she.type('//input[@name="name"]', hers);
  await she.type('//input[@name="birth_day"]', '12');
  // An open select is a window of its own, which takes no commands.
  await she.run(`
    const months = document.querySelector('select[name=birth_month]');
    months.value = '4';
    months.dispatchEvent(new Event('change', { bubbles: true }));`);
  await she.type('//input[@name="birth_year"]', '1988');
  await she.click(button('accounts.next'));
  for (const name of ['accept_terms', 'consent_sensitive']) await she.click(`//input[@name="${name}"]`);
  await she.click(button('accounts.sign-up'));
  await she.waitForPath(/complete-signup/);
  await confirmAddress((await fetchUser(she)).id);
}

async function signUpByCall(he: WebKitWindow): Promise<{ id: string }> {
  const fields = {
    email: `wim-${unique}@example.org`,
    password,
    name: his,
    date_of_birth: '1988-04-12',
    gender: 'male',
    sexuality: 'hetero',
    country: 'NL',
    town: 'nl-haarlem',
    accept_terms: true,
    consent_sensitive: true,
  };
  await call(he, 'POST', '/api/signup.php', fields);
  const user = await fetchUser(he);
  await confirmAddress(user.id);
  return user;
}

async function search(she: WebKitWindow): Promise<void> {
  await she.open('/members');
  await waitFor('many members are found', () =>
    she.run(`return document.querySelectorAll('main a[href^="/members/"]').length > 3`),
  );
}

async function chat(she: WebKitWindow, he: WebKitWindow, hisId: string): Promise<void> {
  const box = '//textarea';
  await she.open(`/members/${hisId}/chat`);
  await she.type(box, `Good evening from Safari${enter}`);
  await she.see(inLog('Good evening from Safari'));
  await he.open('/chats');
  await he.click(`//main//a[contains(., "${hers}")]`);
  await he.see(inLog('Good evening from Safari'));
  await she.see(inLog(say('chat.read')));
  await he.type(box, `And a good evening to you${enter}`);
  await she.see(inLog('And a good evening to you'));
}

async function buyCredits(she: WebKitWindow): Promise<void> {
  const { credits } = await fetchUser(she);
  await she.open('/credits');
  await she.click(withText(say('payments.bundle-credits', { count: 50 })));
  await she.click(button('payments.order.review'));
  // The button moves down when the sums arrive.
  await she.see(withText(say('payments.order.fee')));
  await she.click(button('payments.order.submit'));
  await she.waitForPath(/\/pay\//);
  await she.click('//button[@value="pay"]');
  await she.waitForPath(/\/transactions\//);
  // Match the whole text, because that of a pending payment also contains the sentence.
  await she.see(`//*[text() = "${say('payments.result.completed', { count: 50 })}"]`);
  expect((await fetchUser(she)).credits).toBe(credits + 50);
}

/** Reads without a connection. WebKit keeps a store locked forever if a page is left during a transaction. */
async function readOffline(she: WebKitWindow, front: Front): Promise<void> {
  await she.open('/chats');
  await she.see(`//main//a[contains(., "${his}")]`);
  await waitFor('the worker has what pages need', () =>
    she.runAsync(`
      const registration = await navigator.serviceWorker.getRegistration();
      return registration?.active?.state === 'activated' && (await caches.match('/offline?lang=en')) !== undefined;`),
  );
  // Start on another page, so that a change of path shows when the next page has loaded.
  await she.open('/pricing');
  for (let times = 0; times < 3; times += 1) {
    await she.go('/chats');
    await she.isAlive();
    await she.run(`location.href = '/pricing'`);
    await she.waitForPath(/pricing/);
    await she.isReady();
  }
  front.cut();
  await she.go('/chats');
  await she.see(withText(say('common.offline')));
  await she.see(`//main//a[contains(., "${his}")]`);
  front.mend();
}

const fetchUser = async (who: WebKitWindow): Promise<{ id: MemberId; credits: number }> =>
  (await call<{ user: { id: MemberId; credits: number } }>(who, 'GET', '/api/user.php')).user;

async function call<T>(who: WebKitWindow, method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const text = `
    const [method, path, body] = args;
    const headers = { 'x-client-type': 'web', 'content-type': 'application/json' };
    const answer = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(path + ': ' + (await answer.text()));
    return await answer.json();`;
  return who.runAsync<T>(text, method, path, ...(body ? [body] : []));
}
