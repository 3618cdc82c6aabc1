import { setTimeout as after } from 'node:timers/promises';

import { type BenchApp, startApp } from './lib/app.ts';
import { type Bench, type Figure } from './lib/bench.ts';
import { startBenchDatabase } from './lib/database.ts';
import { type SignedUpMember, signUp } from './lib/demo-site.ts';
import { drawPhoto, uploadPhoto } from './lib/photo-upload.ts';

const inFlight = 4;
const restGoalMb = 250;

/** The service's memory under load, and whether it is released afterwards. */
export const bench: Bench = {
  question: 'How much memory does the service hold before, during and after pages, uploads and sign-ups?',
  async run({ quick, flags, print }) {
    const size = (name: string, usual: number, small: number): number => (quick ? small : Number(flags[name] ?? usual));
    const signUps = size('sign-ups', 1_000, 2);
    const pages = size('pages', 10_000, 4);
    const uploads = size('uploads', 1_000, 2);
    const restSeconds = size('rest', 120, 0);
    const photo = await drawPhoto(quick ? [1_200, 900] : [4_032, 3_024]);
    const database = await startBenchDatabase('memory');
    const nodeFlags = (flags['node'] ?? '').split(',').filter((flag) => flag !== '');
    const app = await startApp(database.url, { nodeFlags });
    try {
      const meter = measure(app);
      await after(quick ? 0 : 5_000);
      await meter.note('after the start');
      const members: SignedUpMember[] = [];
      await share(signUps, async () => {
        const member = await signUp(app);
        if (members.length < inFlight) members.push(member);
      });
      await meter.note(`after ${signUps} sign-ups`);
      const [first] = members;
      if (!first) throw new Error('nobody has signed up');
      const open = pageVisitor(app, first.cookie);
      await share(pages, open);
      await meter.note(`after ${pages} pages`);
      await share(uploads, (_count, lane) => uploadPhoto(app, members[lane] ?? first, photo));
      await meter.note(`after ${uploads} uploads`);
      for (let waited = 0; waited < restSeconds; waited += 15) {
        await after(Math.min(15, restSeconds - waited) * 1_000);
        print(`  ${waited + 15} s of rest: ${Math.round(await app.memoryMb().then((now) => now ?? Number.NaN))} MB`);
      }
      await meter.note(`after ${restSeconds} s of rest`, { atMost: restGoalMb });
      return {
        figures: [...meter.figures, { name: 'at the peak', value: meter.peak(), unit: 'MB' }],
        notes: [
          `photos of ${(photo.length / 1e6).toFixed(1)} MB, ${inFlight} calls at a time; PostgreSQL is not counted`,
        ],
      };
    } finally {
      await app.stop();
      await database.stop();
    }
  },
};

async function share(times: number, work: (count: number, lane: number) => Promise<void>): Promise<void> {
  let count = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async (_, lane) => {
      while (count < times) {
        count += 1;
        await work(count, lane);
      }
    }),
  );
}

function measure(app: BenchApp) {
  const figures: Figure[] = [];
  let peak = 0;
  const read = async (): Promise<number> => {
    const now = (await app.memoryMb()) ?? Number.NaN;
    peak = Math.max(peak, now);
    return now;
  };
  setInterval(() => void read(), 50).unref();
  return {
    figures,
    peak: () => peak,
    note: async (name: string, goal?: Figure['goal']): Promise<void> => {
      figures.push({ name, value: await read(), unit: 'MB', ...(goal && { goal }) });
    },
  };
}

/** Opens the most viewed pages in turn: every fourth time as a visitor, otherwise as a member. */
function pageVisitor(app: BenchApp, cookie: string): (count: number) => Promise<void> {
  const paths = ['/members', '/chats', '/likes', '/'];
  return async (count) => {
    const path = paths[count % paths.length] ?? '/';
    const headers = { accept: 'text/html', ...(path === '/' ? {} : { cookie }) };
    const answer = await fetch(`http://${app.host}:${app.port}${path}`, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  };
}
