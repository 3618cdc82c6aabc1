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
 * Loaded into a service with `--import`. On SIGUSR2 it writes the event loop's delay since the last signal, in
 * milliseconds, to the file named by LOOP_FILE, and resets the measurement.
 */
export const eventLoopMonitor = `data:text/javascript,${encodeURIComponent(program)}`;
