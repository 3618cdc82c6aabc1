import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { vi } from 'vitest';

import { freePort } from './redis.ts';

/** Longer than any page takes on a slow machine. */
const patienceMs = 60_000;
const failures = fileURLToPath(new URL('../../.cache/webkit', import.meta.url));

/** Starts a virtual screen, which WebKitGTK requires. */
export async function startScreen(): Promise<{ display: string; close: () => void }> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { display: `:${await readMatch(screen, /^(\d+)$/)}`, close: () => void screen.kill() };
}

/**
 * Opens a fresh WebKitGTK window, controlled by W3C WebDriver. The packages for that need Node 22, and only a few
 * commands are used.
 */
export async function openWebKit(browser: string, display: string, origin: string) {
  const port = await freePort();
  // A separate process group, so that the browser ends with its driver.
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DISPLAY: display,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  });
  driver.stdout.resume();
  driver.stderr.resume();

  const send = async <T>(method: 'DELETE' | 'GET' | 'POST', path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      signal: AbortSignal.timeout(patienceMs),
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const close = async (): Promise<void> => {
    const ended = once(driver, 'exit');
    process.kill(-(driver.pid ?? 0), 'SIGKILL');
    await ended;
  };
  const begin = async (): Promise<string> => {
    await waitFor('the driver listens', () => send<{ ready: boolean }>('GET', '/status').then(({ ready }) => ready));
    const options = { binary: browser, args: ['--automation'] };
    // With another strategy, a command waits for pages that were left.
    const alwaysMatch = { pageLoadStrategy: 'none', 'webkitgtk:browserOptions': options };
    const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities: { alwaysMatch } });
    await send('POST', `/session/${sessionId}/timeouts`, { script: patienceMs });
    return `/session/${sessionId}`;
  };
  const session = await begin().catch(async (error: unknown) => {
    await close();
    throw error;
  });

  const script = <T>(kind: 'async' | 'sync', text: string, args: unknown[]): Promise<T> =>
    send<T>('POST', `${session}/execute/${kind}`, { script: text, args });
  const run = <T>(body: string, ...args: unknown[]): Promise<T> => script('sync', body, args);
  const runAsync = async <T>(body: string, ...args: unknown[]): Promise<T> => {
    const text = `const done = arguments[arguments.length - 1];
      (async (...args) => { ${body} })(...arguments).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await script<{ value: T; error?: string }>('async', text, args);
    if (error !== undefined) throw new Error(error);
    return value;
  };
  const element = async (xpath: string): Promise<string> => {
    const found = await send<Record<string, string>[]>('POST', `${session}/elements`, { using: 'xpath', value: xpath });
    for (const one of found)
      if (await run<boolean>('return arguments[0].getClientRects().length > 0', one))
        return Object.values(one)[0] ?? '';
    throw new Error(`nothing visible is ${xpath}`);
  };
  /** Waits until the element stands still, because a press on a moving element misses it. */
  const act = (xpath: string, command: string, body: object): Promise<void> =>
    waitFor(`${command} ${xpath}`, async () => {
      const found = await element(xpath);
      if (await run<boolean>(moves, { [elementKey]: found })) return false;
      await send('POST', `${session}/element/${found}/${command}`, body);
      return true;
    });
  /** Waits until the page is hydrated, if it has a script. Its router could undo an earlier navigation. */
  const isAlive = (): Promise<void> =>
    waitFor('the page is hydrated', () =>
      run(`
        if (document.readyState === 'loading') return false;
        const hasScript = document.querySelector('script[type=module]') !== null;
        return !hasScript || Object.keys(document.body).some((key) => key.startsWith('__react'));`),
    );
  const isReady = async (): Promise<void> => {
    await isAlive();
    await waitFor('the page has all it needs', () => run(`return document.readyState === 'complete'`));
  };
  const go = async (path: string): Promise<void> => {
    await isReady();
    await send('POST', `${session}/url`, { url: origin + path });
    await waitFor(`${path} is open`, () => run('return location.href.startsWith(arguments[0])', origin + path));
  };
  return {
    run,
    runAsync,
    go,
    isAlive,
    isReady,
    open: async (path: string): Promise<void> => {
      await go(path);
      await isReady();
    },
    click: (xpath: string) => act(xpath, 'click', {}),
    type: (xpath: string, text: string) => act(xpath, 'value', { text }),
    see: (xpath: string) => waitFor(`${xpath} is visible`, async () => (await element(xpath)) !== ''),
    waitForPath: (pattern: RegExp) =>
      waitFor(`the path is ${pattern}`, async () => pattern.test(await run<string>('return location.pathname'))),
    /** Writes the window's content to `<name>.png` and `<name>.txt`. */
    async describe(name: string): Promise<void> {
      await mkdir(failures, { recursive: true });
      const text = await run<string>('return `${location.href}\\n\\n${document.body.innerText}`');
      await writeFile(join(failures, `${name}.txt`), text);
      await writeFile(join(failures, `${name}.png`), await send<string>('GET', `${session}/screenshot`), 'base64');
    },
    close,
  };
}

/** The standard's name of element references. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Whether an element or an ancestor is in an animation that will end. */
const moves = `return document.getAnimations().some(({ playState, effect }) =>
  playState === 'running' && effect.getComputedTiming().endTime !== Infinity && effect.target.contains(arguments[0]));`;

export type WebKitWindow = Awaited<ReturnType<typeof openWebKit>>;

/** Polls a condition; an error from a page that is being left counts as false. */
export async function waitFor(what: string, holds: () => Promise<boolean>): Promise<void> {
  const look = async (): Promise<void> => {
    if (!(await holds())) throw new Error(`not in time: ${what}`);
  };
  await vi.waitFor(look, { timeout: patienceMs, interval: 50 });
}

async function readMatch(program: ChildProcess, pattern: RegExp): Promise<string> {
  if (!program.stdout) throw new Error('the program has no output');
  for await (const line of createInterface({ input: program.stdout })) {
    const found = pattern.exec(line)?.[1];
    if (found === undefined) continue;
    // Keep reading, or the pipe fills up.
    program.stdout.resume();
    return found;
  }
  throw new Error('the program ended before it was ready');
}
