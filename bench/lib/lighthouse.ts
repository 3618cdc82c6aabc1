import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Figure, percentile } from './bench.ts';

/** Not a dependency, because it takes 185 MB with its own dependencies; `npx` fetches it when needed. */
const lighthouse = 'lighthouse@12.8.2';

/** Lighthouse occasionally asks to be run again; this many attempts are made. */
const triesMax = 3;
/** The median of this many runs counts. A single run loses a point to other load on the machine. */
const runs = 3;

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export interface ScoreOptions {
  name: string;
  goals: Record<(typeof categories)[number], number>;
  chrome: string;
  /** An audit to ignore, such as crawlability on a page that search engines may not list. */
  skip?: string;
}

/** The four Lighthouse scores of a page on a phone, each the median of several runs. */
export async function readScores(url: string, { name, goals, chrome, skip }: ScoreOptions): Promise<Figure[]> {
  const reports: Report[] = [];
  for (let run = 0; run < runs; run += 1) reports.push(await runLighthouse(url, { chrome, skip }));
  return categories.map((category) => ({
    name: `Lighthouse, phone, ${name}: ${category}`,
    value: percentile(
      reports.map((report) => Math.round((report.categories[category]?.score ?? 0) * 100)),
      0.5,
    ),
    unit: 'of 100',
    goal: { atLeast: goals[category] },
  }));
}

interface Report {
  /** Scores from 0 to 1. */
  categories: Record<string, { score: number | null }>;
}

async function runLighthouse(
  url: string,
  { chrome, skip }: { chrome: string; skip: string | undefined },
): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-bench-lighthouse-'));
  const file = join(folder, 'report.json');
  try {
    const options = ['--output=json', `--output-path=${file}`, '--quiet', '--chrome-flags=--headless=new --no-sandbox'];
    if (skip) options.push(`--skip-audits=${skip}`);
    for (let tries = 1; ; tries += 1) {
      const run = spawn('npx', ['--yes', lighthouse, url, ...options], {
        env: { ...process.env, CHROME_PATH: chrome },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const code = await new Promise((resolve) => void run.once('close', resolve));
      if (code === 0) return JSON.parse(await readFile(file, 'utf8')) as Report;
      // Lighthouse occasionally misses the start of the page and asks to be run again.
      if (tries === triesMax) throw new Error(`Lighthouse ended with ${String(code)}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
