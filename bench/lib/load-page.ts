import { Agent, request } from 'node:http';

import { cpuSeconds } from './cpu-time.ts';

export interface PageLoad {
  /** The process whose work is counted. */
  pid: number;
  port: number;
  path: string;
  cookie?: string;
  seconds: number;
}

export interface PageRate {
  /** Pages for each second that the process had a core to itself: what other programs take is not counted against it. */
  perCoreSecond: number;
  pages: number;
  bytes: number;
}

const inFlight = 8;

/** Asks for one page again and again over a few connections. */
export async function loadPage({ pid, port, path, cookie = '', seconds }: PageLoad): Promise<PageRate> {
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const headers = { host: `localhost:${port}`, accept: 'text/html', 'accept-encoding': 'identity', cookie };
  const fetchPage = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const asked = request({ agent, host: '127.0.0.1', port, path, headers }, (answer) => {
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
        answer.on('error', reject);
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(bytes);
          else reject(new Error(`${path} answered ${answer.statusCode}`));
        });
      });
      asked.on('error', reject);
      asked.end();
    });
  let pages = 0;
  let bytes = 0;
  const until = Date.now() + seconds * 1_000;
  const before = (await cpuSeconds(pid)) ?? 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      do {
        bytes = await fetchPage();
        pages += 1;
      } while (Date.now() < until);
    }),
  );
  const used = ((await cpuSeconds(pid)) ?? 0) - before;
  agent.destroy();
  // Where the system does not tell what a process used, the clock has to do.
  return { perCoreSecond: pages / (used || (performance.now() - started) / 1_000), pages, bytes };
}
