import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { Browser } from '../../mocks/push/server.ts';
import { stopProcess } from './app.ts';
import { root } from './database.ts';

export interface PushServiceProcess {
  origin: string;
  certificate: string;
  subscriptions: Browser['subscription'][];
  taken(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the tests' push service in a separate process, with this many subscribed browsers. */
export async function startPushProcess(browsers: number): Promise<PushServiceProcess> {
  const source = `
    const { startPushService } = await import(${JSON.stringify(join(root, 'build/mocks/push/server.js'))});
    const service = await startPushService();
    const browsers = Array.from({ length: ${browsers} }, () => service.subscribe());
    const say = (value) => console.log(JSON.stringify(value));
    const { origin, certificate } = service;
    say({ origin, certificate, subscriptions: browsers.map(({ subscription }) => subscription) });
    process.stdin.on('data', () => say(browsers.reduce((sum, { pushes }) => sum + pushes.length, 0)));`;
  const started = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: started.stdout })[Symbol.asyncIterator]();
  const next = async <T>(): Promise<T> => JSON.parse(String((await lines.next()).value)) as T;
  const first = await next<Pick<PushServiceProcess, 'origin' | 'certificate' | 'subscriptions'>>();
  return {
    ...first,
    taken: () => {
      started.stdin.write('\n');
      return next<number>();
    },
    stop: () => stopProcess(started),
  };
}
