import type { Bench, Figure } from './lib/bench.ts';
import { startDemoSite } from './lib/demo-site.ts';
import { serveEmptyPage } from './lib/empty-page.ts';
import { loadPage } from './lib/load-page.ts';

/** Server rendering: pages per second and core, compared with an empty page of the same framework. */
export const bench: Bench = {
  question: 'How many pages does one core render, compared with an empty page of the same framework?',
  async run({ quick, flags, print }) {
    const seconds = quick ? 0.3 : Number(flags['seconds'] ?? 6);
    const rounds = quick ? 1 : Number(flags['rounds'] ?? 3);
    const site = await startDemoSite('render-page', {
      messages: quick ? 3 : 40,
      pictures: !quick,
      nodeFlags: flags['profile'] ? ['--cpu-prof', '--cpu-prof-dir=.cache'] : [],
    });
    const empty = await serveEmptyPage().catch(async (error: unknown) => {
      await site.stop();
      throw error;
    });
    const pages = [
      { name: '/', path: '/', goal: 0.5 },
      // A request with a session cookie, even an unknown one, bypasses the shared copy.
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
          // The first round is warm-up.
          else rates.set(page.name, [...(rates.get(page.name) ?? []), rate.perCoreSecond]);
        }
        print(`  round ${round} of ${rounds}`);
      }
    } finally {
      await site.stop();
      await empty.stop();
    }
    const limit = { name: 'the empty page', value: best(rates.get('empty')) };
    const figures = wanted.map(({ name, goal }): Figure => ({
      name,
      value: best(rates.get(name)),
      unit: 'pages/s per core',
      limit,
      ...(goal !== undefined && { goal: { atLeast: goal } }),
    }));
    return { figures, notes: [`uncompressed HTML: ${sizes.join(', ')}`] };
  },
};

const best = (values: readonly number[] = []): number => Math.max(...values);
