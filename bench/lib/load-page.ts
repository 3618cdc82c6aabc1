import { Agent, request } from 'node:http';

import { cpuSeconds } from './cpu-time.ts';

export interface AnyServer {
  /** The process whose processor time is measured. */
  pid: number;
  port: number;
}

export interface PageLoad extends AnyServer {
  path: string;
  cookie?: string;
  /** The accepted compression, none by default; browsers send `gzip`. */
  encoding?: string;
  seconds: number;
}

export interface PageRate {
  /** Pages per second of processor time, which is independent of other load on the machine. */
  perCoreSecond: number;
  pages: number;
  bytes: number;
}

const inFlight = 8;

/** Requests one page repeatedly over several connections. */
export async function loadPage(load: PageLoad): Promise<PageRate> {
  const { pid, port, path, cookie = '', encoding = 'identity', seconds } = load;
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const headers = { host: `localhost:${port}`, accept: 'text/html', 'accept-encoding': encoding, cookie };
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
  // Fall back to wall-clock time where the system does not report processor time.
  return { perCoreSecond: pages / (used || (performance.now() - started) / 1_000), pages, bytes };
}
