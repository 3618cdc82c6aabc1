const REMINDER_SECONDS = 15;

/** @type {NodeJS.WriteStream} */
let output = process.stdout;

/** Sends the lines to stderr, for commands whose output other programs read. */
export function sayToErrors() {
  output = process.stderr;
}

/** @param {string} line */
export function say(line) {
  output.write(`${line}\n`);
}

/** @param {number} since As performance.now() gives it. */
export function secondsSince(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

/**
 * Prints a line before and after a step, with reminders if it takes long.
 * @template T
 * @param {string} doing For example "Installing packages".
 * @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function step(doing, work) {
  const since = performance.now();
  say(`· ${doing} …`);
  const reminder = setInterval(() => say(`  … still at it, ${secondsSince(since)}`), REMINDER_SECONDS * 1000);
  try {
    const result = await work();
    say(`✓ ${doing}: ${secondsSince(since)}`);
    return result;
  } catch (error) {
    say(`✗ ${doing}: failed after ${secondsSince(since)}`);
    throw error;
  } finally {
    clearInterval(reminder);
  }
}

/** An error with a self-explanatory message, printed without a stack. */
export class PlainError extends Error {}

/**
 * Runs a whole script and turns its outcome into an exit code.
 * @param {() => Promise<number | void>} work
 */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? process.exitCode ?? 0;
  } catch (error) {
    console.error(error instanceof PlainError ? `\n${error.message}` : error);
    // An interrupt has set its own code.
    process.exitCode ||= 1;
  }
}

/** @param {string} output @param {number} [lines] */
export function tail(output, lines = 40) {
  return output.trimEnd().split('\n').slice(-lines).join('\n');
}
