import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';

import sharp from 'sharp';

import type { Bench } from './lib/bench.ts';
import { startBenchDatabase } from './lib/database.ts';
import { signUp } from './lib/demo-site.ts';
import { type BenchApp, startApp } from './lib/app.ts';
import { eventLoopMonitor } from './lib/event-loop-delay.ts';
import { drawPhoto, uploadPhoto } from './lib/photo-upload.ts';

const inFlight = 4;

interface Delay {
  p50: number;
  p99: number;
  max: number;
}

/** Several members upload photos of a phone's size at the same time, and the event loop's delay is measured. */
export const bench: Bench = {
  question: 'How many 12-megapixel photos can be uploaded a second, and does the server stay responsive?',
  async run({ quick, flags }) {
    const count = quick ? 2 : Number(flags['photos'] ?? 40);
    const photo = await drawPhoto(quick ? [1_200, 900] : [4_032, 3_024]);
    const database = await startBenchDatabase('photos');
    const folder = await mkdtemp(join(tmpdir(), 'tealight-bench-photos-'));
    const file = join(folder, 'delay.json');
    const service = await startApp(database.url, {
      nodeFlags: ['--import', eventLoopMonitor],
      env: { LOOP_FILE: file },
    });
    try {
      const members = await Promise.all(Array.from({ length: inFlight }, () => signUp(service)));
      const [first] = members;
      if (!first) throw new Error('nobody has signed up');
      // Warm up: the first picture loads the decoder.
      await uploadPhoto(service, first, photo);
      const before = await service.memoryMb();
      await readDelay(service, file);
      let peak = before ?? Number.NaN;
      const watch = setInterval(() => void service.memoryMb().then((now) => (peak = Math.max(peak, now ?? 0))), 20);
      const began = performance.now();
      let left = count;
      await Promise.all(
        members.map(async (member) => {
          while (left > 0) {
            left -= 1;
            await uploadPhoto(service, member, photo);
          }
        }),
      );
      const seconds = (performance.now() - began) / 1_000;
      clearInterval(watch);
      const delay = await readDelay(service, file);
      const alone = await decodeAlone(photo, Math.min(count, 6));
      const limit = { name: 'sharp alone, decoding and resizing on one core', value: alone };
      return {
        figures: [
          { name: 'uploads', value: count / seconds, unit: '/s', limit },
          { name: "event loop's delay, p99", value: delay.p99, unit: 'ms', goal: { atMost: 50 } },
          { name: "event loop's delay, largest", value: delay.max, unit: 'ms' },
          { name: 'memory before', value: before ?? Number.NaN, unit: 'MB' },
          { name: 'memory at the peak', value: peak, unit: 'MB' },
        ],
        notes: [`${count} photos of ${(photo.length / 1e6).toFixed(1)} MB, ${inFlight} at a time`],
      };
    } finally {
      await service.stop();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** The number of photos that one core decodes and resizes to the largest stored size per second. */
async function decodeAlone(photo: Buffer, times: number): Promise<number> {
  sharp.concurrency(1);
  const began = performance.now();
  for (let done = 0; done < times; done += 1)
    await sharp(photo).resize(1_200, 1_200, { fit: 'inside' }).raw().toBuffer();
  return (times * 1_000) / (performance.now() - began);
}

async function readDelay(service: BenchApp, file: string): Promise<Delay> {
  await rm(file, { force: true });
  process.kill(service.pid, 'SIGUSR2');
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.endsWith('}')) return JSON.parse(text) as Delay;
    await after(5);
  }
}
