import { writeSync } from 'node:fs';
import { type Debugger, Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';

import type { Watch } from './watchdog.ts';

// Runs as a separate thread (`watchdog.ts`).
const { beats, everyMs, beatsMissed } = workerData as Watch;
/** How long the process may take to report its stack; it cannot while it is in native code. */
const answersWithinMs = 2_000;

let last = -1;
let missed = 0;

// Missed beats are counted rather than time: a stopped process or a sleeping machine misses only one.
const watching = setInterval(() => {
  const now = Atomics.load(beats, 0);
  const isDebugged = Atomics.load(beats, 1) === 1;
  missed = now === last && !isDebugged ? missed + 1 : 0;
  last = now;
  if (missed < beatsMissed) return;
  clearInterval(watching);
  findPlace(end);
}, everyMs);

/** Passes on the stack of the event loop, innermost call first, without values; empty if the loop does not respond. */
function findPlace(found: (stack: string[]) => void): void {
  const session = new Session();
  const paths = new Map<string, string>();
  const late = setTimeout(() => found([]), answersWithinMs);
  session.connectToMainThread();
  session.on('Debugger.scriptParsed', ({ params }) => paths.set(params.scriptId, params.url));
  session.on('Debugger.paused', ({ params }) => {
    clearTimeout(late);
    found(params.callFrames.map((frame) => describe(frame, paths)));
  });
  session.post('Debugger.enable');
  session.post('Debugger.pause');
}

function describe({ functionName, location }: Debugger.CallFrame, paths: ReadonlyMap<string, string>): string {
  const path = paths.get(location.scriptId) ?? '';
  return `${functionName || '(anonymous)'} (${path}:${location.lineNumber + 1}:${(location.columnNumber ?? 0) + 1})`;
}

/** Logs in the process's format and kills it, even if nobody reads the log: nothing else is sure to end it. */
function end(stack: string[]): void {
  const msg = 'the event loop stood still, so the process ends';
  const line = { level: 60, time: Date.now(), event: 'process.stalled', ms: everyMs * beatsMissed, stack, msg };
  try {
    writeSync(1, `${JSON.stringify(line)}\n`);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}
