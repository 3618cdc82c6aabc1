import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium } from '@playwright/test';

import type { Bench, Figure } from './lib/bench.ts';
import { startDemoSite } from './lib/demo-site.ts';
import { typeInChat } from './lib/type-in-chat.ts';
import { type Visit, pay, readVisit } from './lib/visit.ts';

const chrome = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** Not a dependency: it takes 185 MB with its own dependencies, so `npx` fetches it when it is needed. */
const lighthouse = 'lighthouse@12.8.2';
const goals = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 95 };

/** What our pages cost on the device of a visitor. */
export const bench: Bench = {
  question: 'How much script do the pages load, does the layout shift, and how fast do they respond to input?',
  async run({ quick, flags, print }) {
    const site = await startDemoSite('render-page', { messages: quick ? 3 : 500, drawn: !quick });
    const origin = `http://${site.app.host}:${site.app.port}`;
    const browser = await chromium.launch({ executablePath: chrome, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const pages = [
        { name: '/', path: '/', scriptKb: 130 },
        { name: '/members', path: '/members', cookie: site.cookie },
        { name: '/chats/{id}', path: `/chats/${site.conversation}`, cookie: site.cookie, scriptKb: 190 },
      ];
      const figures: Figure[] = [];
      for (const { name, path, cookie, scriptKb } of pages) {
        const visit: Visit = await readVisit(browser, origin + path, cookie);
        figures.push(
          {
            name: `${name}: script, compressed`,
            value: visit.scriptKb,
            unit: 'KB',
            ...(scriptKb !== undefined && { goal: { atMost: scriptKb } }),
          },
          { name: `${name}: layout shift`, value: visit.layoutShift, unit: '', goal: { atMost: 0.02 } },
        );
        print(`  ${name}`);
      }
      const { bundles, paymentmethods } = await site.call('listBundles', {});
      const { redirect_url } = await site.call('createPayment', {
        bundle: bundles[1]?.id ?? '',
        paymentmethod: paymentmethods[0] ?? 'ideal',
        idempotency_key: randomUUID(),
      });
      await pay(browser, origin, site.cookie, redirect_url ?? '');
      const chatUrl = `${origin}/chats/${site.conversation}`;
      const { messages, chat, alone } = await typeInChat(browser, chatUrl, site.cookie);
      figures.push(
        {
          name: `chat with ${messages} messages: interaction to next paint`,
          value: chat.slowestMs,
          unit: 'ms',
          goal: { atMost: 100 },
        },
        { name: 'a text box alone: interaction to next paint', value: alone.slowestMs, unit: 'ms' },
      );
      if (flags['lighthouse'] !== 'false' && !quick) figures.push(...(await readScores(`${origin}/`)));
      return { figures, notes: [`the slowest interaction: ${chat.slowest}`] };
    } finally {
      await browser.close();
      await site.stop();
    }
  },
};

/** The four Lighthouse scores of a page on a phone. */
async function readScores(url: string): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-bench-lighthouse-'));
  const file = join(folder, 'report.json');
  try {
    const options = ['--output=json', `--output-path=${file}`, '--quiet', '--chrome-flags=--headless=new --no-sandbox'];
    const run = spawn('npx', ['--yes', lighthouse, url, ...options], {
      env: { ...process.env, CHROME_PATH: chrome },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const code = await new Promise((resolve) => void run.once('close', resolve));
    if (code !== 0) throw new Error(`Lighthouse ended with ${String(code)}`);
    const { categories } = JSON.parse(await readFile(file, 'utf8')) as {
      categories: Record<string, { score: number }>;
    };
    return Object.entries(goals).map(([name, atLeast]) => ({
      name: `Lighthouse, phone, /: ${name}`,
      value: (categories[name]?.score ?? 0) * 100,
      unit: 'of 100',
      goal: { atLeast },
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
