import { randomUUID } from 'node:crypto';

import { chromium } from '@playwright/test';

import type { Bench, Figure } from './lib/bench.ts';
import { startDemoSite } from './lib/demo-site.ts';
import { readScores } from './lib/lighthouse.ts';
import { typeInChat } from './lib/type-in-chat.ts';
import { type Visit, pay, readVisit } from './lib/visit.ts';

const chrome = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const goals = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 95 };

/** The cost of our pages on a visitor's device: script, layout shift and response to input. */
export const bench: Bench = {
  question: 'How much script do the pages load, does the layout shift, and how fast do they respond to input?',
  async run({ quick, flags, print }) {
    const site = await startDemoSite('render-page', { messages: quick ? 3 : 500, pictures: !quick });
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
      if (flags['lighthouse'] !== 'false' && !quick)
        figures.push(...(await readScores(`${origin}/`, { name: '/', goals, chrome })));
      return { figures, notes: [`the slowest interaction: ${chat.slowest}`] };
    } finally {
      await browser.close();
      await site.stop();
    }
  },
};
