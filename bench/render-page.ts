import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

import type { OperationName } from '../contract/calls.ts';
import type { Input, Output } from '../contract/index.ts';
import { callOnce } from './faults/client.ts';
import { readPort, startApp, stopProcess, type BenchApp } from './lib/app.ts';
import type { Bench, Figure } from './lib/bench.ts';
import { buildSessionCookie } from './lib/clients.ts';
import { root, startBenchDatabase } from './lib/database.ts';
import { emptyPage } from './empty-page.data.ts';
import { cpuSeconds } from './lib/measure.ts';

export const bench: Bench = {
  question: 'How many pages does one core render, compared with an empty page of the same framework?',
  async run({ quick, flags, print }) {
    const seconds = quick ? 0.3 : Number(flags['seconds'] ?? 6);
    const rounds = quick ? 1 : Number(flags['rounds'] ?? 3);
    const site = await startDemoSite(quick, flags['profile'] ? ['--cpu-prof', '--cpu-prof-dir=.cache'] : []);
    const empty = await serveEmptyPage().catch(async (error: unknown) => {
      await site.stop();
      throw error;
    });
    const pages: Page[] = [
      { name: '/', path: '/', goal: 0.5 },
      // A request with a session cookie, even an unknown one, bypasses the shared copy.
      { name: '/, rendered anew', path: '/', cookie: 'auth.session=unknown' },
      // Browsers accept compressed pages; the shared copy of a lander is compressed once.
      { name: '/landers/alonetonight', path: '/landers/alonetonight', encoding: 'gzip', perCoreSecond: 2_000 },
      { name: '/members', path: '/members', cookie: site.cookie, goal: 0.3 },
      { name: '/chats/{id}', path: `/chats/${site.conversation}`, cookie: site.cookie, goal: 0.3 },
    ];
    const wanted = pages.filter(({ name }) => flags['only'] === undefined || name.startsWith(flags['only']));
    const rates = new Map<string, number>();
    const sizes: string[] = [];
    try {
      for (let round = 0; round <= rounds; round += 1) {
        for (const page of [{ name: 'empty', path: '/' }, ...wanted]) {
          const server = page.name === 'empty' ? empty : site;
          const { bytes, perCoreSecond } = await loadPage(server, page, seconds);
          if (round === 0) sizes.push(`${page.name} ${Math.round(bytes / 1_000)} KB`);
          // The first round is warm-up.
          else rates.set(page.name, Math.max(rates.get(page.name) ?? 0, perCoreSecond));
        }
        print(`  round ${round} of ${rounds}`);
      }
    } finally {
      await site.stop();
      await empty.stop();
    }
    const getRate = (name: string): number => rates.get(name) ?? Number.NaN;
    const limit = { name: 'the empty page', value: getRate('empty') };
    const figures = wanted.flatMap(({ name, goal, perCoreSecond }): Figure[] => {
      const figure = { name, value: getRate(name), unit: 'pages/s per core' };
      return [
        { ...figure, limit, ...(goal !== undefined && { goal: { atLeast: goal } }) },
        ...(perCoreSecond === undefined ? [] : [{ ...figure, goal: { atLeast: perCoreSecond } }]),
      ];
    });
    return { figures, notes: [`HTML as it was sent: ${sizes.join(', ')}`] };
  },
};

interface Page {
  name: string;
  path: string;
  cookie?: string;
  encoding?: string;
  goal?: number;
  perCoreSecond?: number;
}

interface PageServer {
  pid: number;
  port: number;
  stop(): Promise<void>;
}

async function startDemoSite(
  quick: boolean,
  nodeFlags: readonly string[],
): Promise<PageServer & { cookie: string; conversation: string }> {
  const database = await startBenchDatabase('render-page', { keep: true });
  const env = { DEMO: '1', DATA_DIR: join(root, '.cache/bench/render-page-files') };
  const app = await startApp(database.url, { env, nodeFlags });
  const stop = async (): Promise<void> => {
    await app.stop();
    await database.stop();
  };
  try {
    const { cookie, call } = await signUp(app);
    const profile = await findDemoMember(call, !quick);
    let conversation = '';
    for (let sent = 0; sent < (quick ? 3 : 40); sent += 1) {
      const { message } = await call('sendMessage', {
        profile,
        text: `Message ${sent + 1}: the tide is coming in, and the kettle is on. What are you reading tonight?`,
        idempotency_key: randomUUID(),
      });
      conversation = message.conversation;
    }
    return { pid: app.pid, port: app.port, cookie, conversation, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Call = <Name extends OperationName>(name: Name, input: Input<Name>) => Promise<Output<Name>>;

async function signUp({ host, port }: BenchApp): Promise<{ cookie: string; call: Call }> {
  let token: string | undefined;
  const call: Call = async (name, input) => {
    const outcome = await callOnce(`${host}:${port}`, name, input, { token });
    if (!outcome.known || !outcome.ok) throw new Error(`${name}: ${JSON.stringify(outcome)}`);
    token = outcome.token ?? token;
    return outcome.body;
  };
  const unique = randomUUID().slice(0, 8);
  await call('signUp', {
    email: `${unique}@example.org`,
    password: 'a quiet evening by the sea',
    name: `Anna ${unique}`,
    date_of_birth: '1988-04-12',
    gender: 'female',
    sexuality: 'hetero',
    country: 'NL',
    town: 'nl-haarlem',
    accept_terms: true,
    consent_sensitive: true,
  });
  return { cookie: buildSessionCookie({ token: token ?? '' }), call };
}

/** Finds a demo member; writing to demo members is free. */
async function findDemoMember(call: Call, pictures: boolean): Promise<MemberId> {
  for (;;) {
    const { results } = await call('searchProfiles', { pageNumber: 1 });
    const [first] = results;
    if (!first) throw new Error('the demo site is empty');
    if (!pictures || results.every(({ main_image: image }) => image !== null)) return first.id;
    await wait(500);
  }
}

async function serveEmptyPage(): Promise<PageServer> {
  const folder = join(root, '.cache/bench/empty-page');
  await mkdir(join(folder, 'app'), { recursive: true });
  for (const [name, text] of Object.entries(emptyPage)) await writeFile(join(folder, name), text);
  const env = { ...process.env, NODE_ENV: 'production' };
  const build = spawn(process.execPath, [join(root, 'node_modules/@react-router/dev/bin.js'), 'build'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  build.stderr.on('data', (chunk) => (said += chunk));
  const [code] = (await once(build, 'close')) as [number];
  if (code !== 0) throw new Error(`the empty page was not built: ${said}`);
  const server = spawn(process.execPath, ['serve.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await readPort(server, /listening at :(\d+)/);
  return { pid: server.pid ?? 0, port, stop: () => stopProcess(server) };
}

const inFlight = 8;

/** Returns size and pages per second of processor time, which is independent of other load on the machine. */
async function loadPage(
  { pid, port }: PageServer,
  { path, cookie = '', encoding = 'identity' }: Page,
  seconds: number,
): Promise<{ perCoreSecond: number; bytes: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const headers = { host: `localhost:${port}`, accept: 'text/html', 'accept-encoding': encoding, cookie };
  const fetchPage = async (): Promise<number> => {
    const asked = request({ agent, host: '127.0.0.1', port, path, headers }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
    return (await buffer(answer)).length;
  };
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
  return { perCoreSecond: pages / (used || (performance.now() - started) / 1_000), bytes };
}
