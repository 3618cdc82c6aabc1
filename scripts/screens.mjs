// Walks every built route as visitor, free and premium member, on phone and desktop, light and dark, and leaves pictures
// in screens/. Options: --only <part of a route name>, --language de, --roles visitor,free,premium, --url http://… (else it starts a server).
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { chromium } from '@playwright/test';

import { ensureChromium } from './lib/chromium.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    language: { type: 'string', default: 'en' },
    roles: { type: 'string', default: 'visitor,free,premium' },
    url: { type: 'string' },
    out: { type: 'string', default: 'screens' },
  },
});
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
const password = 'a quiet evening by the sea';

const server = values.url ? null : await startServer();
const url = values.url ?? server.url;
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] });
mkdirSync(join(root, values.out), { recursive: true });
try {
  for (const role of values.roles.split(',')) await walk(role);
} finally {
  await browser.close();
  server?.stop();
}

async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'tealight-screens-'));
  const child = spawn(process.execPath, [join(root, 'build/server/main.js')], {
    env: { ...process.env, PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /Tealight is at (http\S+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error('the server ended; was it built? (npm run build)')));
  });
  return {
    url: address,
    stop: () => {
      child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
      child.kill('SIGTERM');
    },
  };
}

/** The pictures of one role: one context a theme, resized for each size. */
async function walk(role) {
  const state = role === 'visitor' ? undefined : await memberState(role);
  const routes = routesFor(role, state).filter(([name]) => name.includes(values.only));
  for (const theme of ['light', 'dark']) {
    const context = await browser.newContext({
      colorScheme: theme,
      storageState: state?.storage,
      reducedMotion: 'reduce',
      deviceScaleFactor: 1,
    });
    await context.addCookies([{ name: 'i18n_redirected', value: values.language, url }]);
    const page = await context.newPage();
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
      for (const [name, path] of routes) {
        await page.goto(url + path, { waitUntil: 'load' });
        await page.waitForLoadState('networkidle', { timeout: 4_000 }).catch(() => undefined);
        const file = join(
          root,
          values.out,
          `${name}-${role}-${size}-${theme}${values.language === 'en' ? '' : `-${values.language}`}.png`,
        );
        await page.screenshot({ path: file });
      }
    }
    await context.close();
    process.stdout.write(`${role} ${theme}: ${routes.length * 2} pictures\n`);
  }
}

function routesFor(role, state) {
  const open = [
    ['pricing', '/pricing'],
    ['terms', '/terms'],
    ['faq', '/faq'],
    ['service', '/service'],
    ['not-found', '/nowhere/at/all'],
    ['reset-password', '/reset-password'],
    ['activate-error', '/activate/error'],
  ];
  if (role === 'visitor')
    return [['index', '/'], ['login', '/login'], ['signup', '/signup'], ['members', '/members'], ...open];
  return [
    ['members', '/members'],
    ['members-id', `/members/${state.other}`],
    ['members-id-chat', `/members/${state.other}/chat`],
    ['chats', '/chats'],
    ['chats-id', `/chats/${state.conversation}`],
    ['likes', '/likes'],
    ['credits', '/credits'],
    ['credits-id', '/credits/medium/ideal'],
    ['premium', '/premium'],
    ['profile', '/profile'],
    ['settings', '/settings'],
    ['transactions', '/transactions'],
    ['complete-signup', '/complete-signup'],
  ];
}

/** Signs up a member, lets them like and write, and buys for the premium one through the sandbox's pay page. */
async function memberState(role) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const unique = Math.random().toString(36).slice(2, 8);
  const api = (method, path, data) =>
    context.request
      .fetch(`${url}/api/${path}`, { method, headers: { 'x-client-type': 'web' }, ...(data ? { data } : {}) })
      .then((answer) => answer.json());
  await api('POST', 'signup.php', {
    email: `${unique}@example.org`,
    password,
    name: `Screens ${unique}`,
    date_of_birth: '1988-04-12',
    gender: 'male',
    sexuality: 'hetero',
    country: 'NL',
    town: 'nl-haarlem',
    accept_terms: true,
    consent_sensitive: true,
  });
  // The free member stays unconfirmed, so that what reminds them is in the pictures.
  if (role === 'premium')
    await api('POST', 'activate.php', { token: await mailedToken(context.request, `${unique}@example.org`) });
  const found = await api('GET', 'profiles.php?country=NL');
  const others = found.results.map((profile) => profile.id);
  for (const other of others.slice(0, 3)) await api('POST', 'like.php', { profile: other });
  const sent = await api('POST', 'message.php', {
    profile: others[0],
    text: 'Good evening. Which book is on your table?',
    idempotency_key: crypto.randomUUID(),
  });
  if (role === 'premium') {
    const bundles = await api('GET', 'bundles.php?country=NL');
    const order = await api('POST', 'payment.php', {
      bundle: bundles.bundles[1].id,
      paymentmethod: bundles.paymentmethods[0],
      idempotency_key: crypto.randomUUID(),
    });
    await page.goto(order.redirect_url);
    await page.locator('button[value=pay]').click();
    await page.waitForURL(/transactions/);
  }
  const storage = await context.storageState();
  await context.close();
  return { storage, other: others[1] ?? others[0], conversation: sent.message.conversation };
}

/** The token of the mail that confirms an address; mails are sent behind the answer, so it may take a moment. */
async function mailedToken(request, address) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const outbox = await (await request.get(`${url}/dev/outbox?format=json`)).json();
    const token = /token=([\w-]+)/.exec(outbox.find((mail) => mail.to === address)?.text ?? '')?.[1];
    if (token) return token;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`no mail to ${address} came`);
}
