import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { AxeBuilder } from '@axe-core/playwright';
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Page,
  expect,
  test as base,
} from '@playwright/test';

import { toId } from '../../contract/platform/id.ts';
import { type OperationName, getEndpoint } from '../../contract/calls.ts';
import type { ErrorBody } from '../../contract/platform/errors.ts';
import type { Output } from '../../contract/index.ts';
import type { Language } from '../../contract/platform/languages.ts';
import type { SentenceId } from '../../locales/parts.ts';
import type { OutboxEntry } from '../../server/platform/outbox.ts';
import { createSentences } from '../../server/platform/text/sentences.ts';
import { type Complaints, listenForComplaints } from './complaints.ts';
import { confirmAddress } from './confirm-address.ts';
import { site, startServer } from './e2e-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sentences = createSentences(join(root, 'locales'));

export const password = 'a quiet evening by the sea';

/** Returns the address of the server's payment sandbox, with the API and the controls. */
export const sandbox = (): string => process.env['TEALIGHT_SANDBOX'] ?? '';

/** Returns a sentence as the page shows it. Tests use its key, so that rewording breaks no test. */
export function sentence(language: Language, id: SentenceId, values?: Record<string, unknown>): string {
  return sentences
    .in(language)(id, values)
    .replace(/<\/?\w+\/?>/g, '');
}

/** Calls an operation with the cookies of the browser context that `request` belongs to. */
export async function api<Name extends OperationName>(
  request: APIRequestContext,
  name: Name,
  input: Record<string, unknown> = {},
): Promise<{ status: number; body: Output<Name> & ErrorBody }> {
  const { method, path } = getEndpoint(name);
  const answer = await request.fetch(site() + path, {
    method,
    headers: { 'x-client-type': 'web' },
    ...(method === 'GET' ? { params: input as Record<string, string> } : { data: input }),
  });
  const text = await answer.text();
  return { status: answer.status(), body: text === '' ? null : JSON.parse(text) } as never;
}

/** Waits for a mail to an address; returns the newest. */
export async function mailTo(request: APIRequestContext, address: string, subjectHas = ''): Promise<OutboxEntry> {
  let found: OutboxEntry | undefined;
  await expect
    .poll(
      async () => {
        const outbox = (await (await request.get(`${site()}/dev/outbox?format=json`)).json()) as OutboxEntry[];
        found = outbox.find((entry) => entry.to === address && entry.subject.includes(subjectHas));
        return found !== undefined;
      },
      { intervals: [20, 40, 80, 160] },
    )
    .toBe(true);
  return found as OutboxEntry;
}

/** Finds the first link in a mail that contains `path`. */
export function linkIn(mail: OutboxEntry, path: string): string {
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((url) => url.includes(path));
  if (!link) throw new Error(`no link to ${path} in «${mail.subject}»`);
  return link;
}

export interface Person {
  context: BrowserContext;
  page: Page;
  id: MemberId;
  name: string;
  email: string;
  language: Language;
}

export interface PersonOptions {
  language?: Language;
  gender?: 'male' | 'female';
  country?: string;
  town?: string;
  confirmed?: boolean;
  /** Whether the member gets mails about discounts and news. */
  offers?: boolean;
  premium?: boolean;
  phone?: boolean;
  /** Allows the service worker, from which pages then get their files; routes of the test do not see these requests. */
  worker?: boolean;
}

let lastDigits = randomInt(2 ** 24);

/**
 * Returns six hexadecimal digits that never repeat on a server, which belongs to one worker process. Of random ones,
 * two of the 275 members of a run would be alike in every 200th run.
 */
export function uniqueDigits(): string {
  // An odd step visits every number before it repeats one.
  lastDigits = (lastDigits + 0x5b_d1_e9) % 2 ** 24;
  return lastDigits.toString(16).padStart(6, '0');
}

/** Signs up a member with a separate browser context by API calls. */
export async function person(browser: Browser, options: PersonOptions = {}): Promise<Person> {
  const {
    language = 'en',
    gender = 'female',
    country = 'NL',
    town = 'nl-haarlem',
    confirmed = true,
    offers = false,
    premium = false,
    phone = false,
    worker = false,
  } = options;
  const context = await newContext(browser, language, phone, worker);
  const unique = uniqueDigits();
  const email = `${unique}@example.org`;
  const name = `${gender === 'female' ? 'Anna' : 'Bram'} ${unique}`;
  const signedUp = await api(context.request, 'signUp', {
    email,
    password,
    name,
    date_of_birth: '1988-04-12',
    gender,
    sexuality: 'hetero',
    country,
    town,
    accept_terms: true,
    consent_sensitive: true,
    consent_offers: offers,
  });
  expect(signedUp.status, JSON.stringify(signedUp.body)).toBe(200);
  const id = toId<MemberId>(signedUp.body.user?.id);
  if (confirmed) await confirmAddress(id);
  const page = await context.newPage();
  if (premium) await buy(context);
  return { context, page, id, name, email, language };
}

/** Returns the user agent of a browser with a window; a headless one says so, and counts as a robot. */
export const seenAgent = (browser: Browser): string =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`;

export async function newContext(
  browser: Browser,
  language: Language,
  phone = false,
  worker = false,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: language,
    userAgent: seenAgent(browser),
    // Differs from the server's time zone, because times that the server formats must not break the page.
    timezoneId: 'Pacific/Auckland',
    viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    hasTouch: phone,
    reducedMotion: 'reduce',
    serviceWorkers: worker ? 'allow' : 'block',
  });
  await context.addCookies([{ name: 'i18n_redirected', value: language, url: site() }]);
  return context;
}

/** Opens a visitor's page, in a context of its own. */
export async function newPage(...options: Parameters<typeof newContext>): Promise<Page> {
  return (await newContext(...options)).newPage();
}

/** Buys the bundle at this position of the offer, by posting the form of the sandbox's pay page. */
export async function buy({ request }: BrowserContext, place = 1): Promise<void> {
  const offer = (await api(request, 'listBundles')).body;
  const order = await api(request, 'createPayment', {
    bundle: offer.bundles.at(place)?.id,
    paymentmethod: offer.paymentmethods[0],
    idempotency_key: randomUUID(),
  });
  const paid = await request.post(order.body.redirect_url ?? '', { form: { action: 'pay' }, maxRedirects: 0 });
  expect(paid.status()).toBe(303);
  const { payment_id: id } = order.body.payment;
  await expect
    .poll(async () => (await api(request, 'getPayment', { id })).body.payment.status, {
      intervals: [20, 40, 80, 160],
    })
    .toBe('completed');
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The bars and the footer, which are a third of a check and the same on every page. */
const bars = ['header:not(main header)', 'footer:not(main footer)', 'nav.fixed'];

/**
 * Expects no violation of WCAG 2.2 AA in `include`, by default everything but the bars and the footer. These are checked
 * by screens.spec.ts, which asks about `html`.
 */
export async function expectAccessible(page: Page, include?: string): Promise<void> {
  // The part may still be appearing.
  if (include) await page.locator(include).first().waitFor();
  const builder = (await axe(page)).withTags(tags);
  await expectNoViolation(
    include ? builder.include(include) : bars.reduce((rest, part) => rest.exclude(part), builder),
  );
}

const ofAxe = createRequire(import.meta.resolve('@axe-core/playwright'));
const axeSource = readFileSync(ofAxe.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Reports violations only, because describing passed checks doubles the time. Legacy mode differs only in frames of
 * other origins, which no page has, and saves a second page that merges the results. Each document gets axe once, from
 * a short script; the builder would inject 1.3 MB twice per check.
 */
async function axe(page: Page): Promise<AxeBuilder> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return new AxeBuilder({ page, axeSource: '0' }).options({ resultTypes: ['violations'] }).setLegacyMode();
}

async function expectNoViolation(builder: AxeBuilder): Promise<void> {
  const { violations } = await builder.analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
}

/** Expects the page to be no wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overflow, `${page.url()} is wider than its window`).toBeLessThanOrEqual(0);
}

/**
 * Each worker has its own server, so that a test that breaks its payment provider disturbs no other. A test fails on
 * every unexpected error in the browser. All contexts that it opened are closed at its end.
 */
export const test = base.extend<
  { complaints: Complaints },
  { settings: Readonly<Record<string, string>>; server: undefined }
>({
  // Variables for the server; tests with different settings get a worker of their own.
  settings: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ settings }, use) => {
      const stop = await startServer(settings);
      await use(undefined);
      await stop();
    },
    { auto: true, scope: 'worker', timeout: 120_000 },
  ],
  complaints: [
    async ({ browser }, use) => {
      const complaints = listenForComplaints(browser);
      await use(complaints);
      await complaints.stop();
      expect(complaints.unexpected()).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect, site };
