// Opens every built page and mail in all roles, sizes and themes, and saves pictures and mail texts in screens/.
// Options, each a list: --pages=<parts of route names or of mail-<name>>, --languages, --sizes=360x740,1280x800,
// --themes, --roles=visitor,free,premium,mails. Also --url=http://… (otherwise it starts a server) and --out=<folder>.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { chromium } from '@playwright/test';
import { createServer } from 'vite';

import { ensureChromium } from './lib/programs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '' },
    languages: { type: 'string', default: 'en' },
    sizes: { type: 'string', default: '390x844,1280x800' },
    themes: { type: 'string', default: 'light,dark' },
    roles: { type: 'string', default: 'visitor,free,premium,mails' },
    url: { type: 'string' },
    out: { type: 'string', default: 'screens' },
  },
});
const list = (text) => text.split(',');
const sizes = list(values.sizes).map((name) => ({ name, viewport: parseViewport(name) }));
const password = 'a quiet evening by the sea';
const out = resolve(root, values.out);

const modules = await createServer({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, watch: null, ws: false },
});
const screens = await modules.ssrLoadModule('/tests/support/screens.ts');
const mails = await modules.ssrLoadModule('/tests/support/mails.ts');
const roles = list(values.roles).filter((role) => role !== 'mails');
const server = values.url || roles.length === 0 ? null : await startServer();
const url = values.url ?? server?.url;
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] });
mkdirSync(out, { recursive: true });
try {
  for (const role of roles) await walk(role);
  if (list(values.roles).includes('mails')) await drawMails();
} finally {
  await browser.close();
  await modules.close();
  server?.stop();
}

async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'tealight-screens-'));
  const child = spawn(process.execPath, [join(root, 'build/server/program/main.js')], {
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

function parseViewport(size) {
  const [width, height] = size.split('x').map(Number);
  if (!(width > 0 && height > 0)) throw new Error(`--sizes: ${size} is not a size such as 360x740`);
  return { width, height };
}

async function walk(role) {
  const state = role === 'visitor' ? undefined : await memberState(role);
  const all = state ? screens.memberScreens(state.ids) : screens.visitorScreens(await anyMember());
  const shown = all.filter(({ name }) => list(values.pages).some((part) => name.includes(part)));
  for (const theme of list(values.themes))
    for (const language of list(values.languages)) {
      await takePictures({ role, theme, language, shown, storageState: state?.storage });
      process.stdout.write(`${role} ${theme} ${language}: ${shown.length * sizes.length} pictures\n`);
    }
}

/** Renders each mail as a mail client shows it, in full height, and writes its text beside the pictures. */
async function drawMails() {
  const isWanted = (kind) => list(values.pages).some((part) => `mail-${kind}`.includes(part));
  const kinds = mails.sampleNames.filter(isWanted);
  for (const language of list(values.languages)) {
    const written = await Promise.all(kinds.map((kind) => mails.writeSample(kind, language)));
    for (const [index, { subject, text }] of written.entries())
      writeFileSync(join(out, `mail-${kinds[index]}-${language}.txt`), `${subject}\n\n${text}\n`);
    for (const theme of list(values.themes)) {
      const page = await browser.newPage({ colorScheme: theme, javaScriptEnabled: false });
      for (const { name: size, viewport } of sizes) {
        await page.setViewportSize(viewport);
        for (const [index, { html }] of written.entries()) {
          await page.setContent(html);
          const picture = `mail-${kinds[index]}-${size}-${theme}-${language}.png`;
          await page.screenshot({ path: join(out, picture), fullPage: true });
        }
      }
      await page.close();
      process.stdout.write(`mails ${theme} ${language}: ${kinds.length * sizes.length} pictures\n`);
    }
  }
}

async function takePictures({ role, theme, language, shown, storageState }) {
  const context = await browser.newContext({
    colorScheme: theme,
    storageState,
    reducedMotion: 'reduce',
    deviceScaleFactor: 1,
  });
  await context.addCookies([
    { name: 'i18n_redirected', value: language, url },
    // The age gate would cover every page.
    { name: 'dismissed', value: 'age-gate:1', url },
  ]);
  // A member's pages are in the account's language.
  if (storageState)
    await context.request.put(`${url}/api/user.php`, { headers: { 'x-client-type': 'web' }, data: { language } });
  const page = await context.newPage();
  for (const { name: size, viewport } of sizes) {
    await page.setViewportSize(viewport);
    for (const { name, path } of shown) {
      await page.goto(url + path, { waitUntil: 'load' });
      await page.waitForLoadState('networkidle', { timeout: 4_000 }).catch(() => undefined);
      await page.screenshot({ path: join(out, `${name}-${role}-${size}-${theme}-${language}.png`) });
    }
  }
  await context.close();
}

async function anyMember() {
  const found = await (await fetch(`${url}/api/profiles.php?country=NL`)).json();
  return found.results[0].id;
}

async function signUp(gender) {
  const context = await browser.newContext();
  const email = `${Math.random().toString(36).slice(2, 8)}@example.org`;
  const api = (method, path, data) =>
    context.request
      .fetch(`${url}/api/${path}`, { method, headers: { 'x-client-type': 'web' }, ...(data ? { data } : {}) })
      .then((answer) => answer.json());
  const { user } = await api('POST', 'signup.php', {
    email,
    password,
    name: `Screens ${email.split('@')[0]}`,
    date_of_birth: '1988-04-12',
    gender,
    sexuality: 'hetero',
    country: 'NL',
    town: 'nl-haarlem',
    accept_terms: true,
    consent_sensitive: true,
  });
  return { context, email, api, id: user.id, confirm: () => confirm(context, api, email) };
}

async function confirm(context, api, email) {
  await api('POST', 'activate.php', { token: await mailedToken(context.request, email) });
}

async function memberState(role) {
  const { context, api, id, confirm } = await signUp('male');
  // The free member stays unconfirmed, so that the reminder is in the pictures.
  if (role === 'premium') await confirm();
  const match = await signUp('female');
  await match.confirm();
  await match.api('POST', 'like.php', { profile: id });
  await api('POST', 'like.php', { profile: match.id });
  await match.context.close();
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
    const page = await context.newPage();
    await page.goto(order.redirect_url);
    await page.locator('button[value=pay]').click();
    await page.waitForURL(/transactions/);
  }
  const storage = await context.storageState();
  await context.close();
  const ids = { member: others[1] ?? others[0], conversation: sent.message.conversation, match: match.id };
  return { storage, ids };
}

async function mailedToken(request, address) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const outbox = await (await request.get(`${url}/dev/outbox?format=json`)).json();
    const token = /token=([\w-]+)/.exec(outbox.find((mail) => mail.to === address)?.text ?? '')?.[1];
    if (token) return token;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`no mail to ${address} came`);
}
