import type { Bench, Figure } from './lib/bench.ts';
import { startDemoSite } from './lib/demo-site.ts';
import { serveEmptyPage } from './lib/empty-page.ts';
import { loadPage } from './lib/load-page.ts';

/** Server rendering: how many pages one core makes, beside a page of the same framework that says one word. */
export const bench: Bench = {
  question: 'How many pages does one core render, beside an empty page of the same framework?',
  async run({ quick, flags, say }) {
    const seconds = quick ? 0.3 : Number(flags['seconds'] ?? 6);
    const rounds = quick ? 1 : Number(flags['rounds'] ?? 3);
    const site = await startDemoSite('render-page', {
      messages: quick ? 3 : 40,
      drawn: !quick,
      nodeFlags: flags['profile'] ? ['--cpu-prof', '--cpu-prof-dir=.cache'] : [],
    });
    const empty = await serveEmptyPage().catch(async (error: unknown) => {
      await site.stop();
      throw error;
    });
    const pages = [
      { name: '/', path: '/', goal: 0.5 },
      // Who brings a session, though nobody knows it, gets a page of their own.
      { name: '/, rendered anew', path: '/', cookie: 'auth.session=unknown' },
      { name: '/members', path: '/members', cookie: site.cookie, goal: 0.3 },
      { name: '/chats/{id}', path: `/chats/${site.conversation}`, cookie: site.cookie, goal: 0.3 },
    ];
    const wanted = pages.filter(({ name }) => flags['only'] === undefined || name.startsWith(flags['only']));
    const rates = new Map<string, number[]>();
    const sizes: string[] = [];
    try {
      for (let round = 0; round <= rounds; round += 1) {
        for (const page of [{ name: 'empty', path: '/' }, ...wanted]) {
          const { pid, port } = page.name === 'empty' ? empty : site.app;
          const rate = await loadPage({ ...page, pid, port, seconds });
          if (round === 0) sizes.push(`${page.name} ${Math.round(rate.bytes / 1_000)} KB`);
          // The first round warms up.
          else rates.set(page.name, [...(rates.get(page.name) ?? []), rate.perCoreSecond]);
        }
        say(`  round ${round} of ${rounds}`);
      }
    } finally {
      await site.stop();
      await empty.stop();
    }
    const limit = { name: 'the empty page', value: best(rates.get('empty')) };
    const figures = wanted.map(({ name, goal }): Figure => ({
      name,
      value: best(rates.get(name)),
      unit: 'pages/s a core',
      limit,
      ...(goal !== undefined && { goal: { atLeast: goal } }),
    }));
    return { figures, notes: [`HTML, not compressed: ${sizes.join(', ')}`] };
  },
};

const best = (values: readonly number[] = []): number => Math.max(...values);
