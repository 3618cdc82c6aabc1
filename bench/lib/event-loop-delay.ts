const program = `
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('SIGUSR2', () => {
  const ms = (nanoseconds) => nanoseconds / 1e6;
  const said = JSON.stringify({ p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max) });
  delay.reset();
  writeFileSync(process.env.LOOP_FILE, said);
});`;

/**
 * Loaded into a service with `--import`: at SIGUSR2 it writes to the file that LOOP_FILE names how late the event loop
 * was since the last time, in milliseconds, and counts anew.
 */
export const watchLoop = `data:text/javascript,${encodeURIComponent(program)}`;
