import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { type Person, expect, site } from './e2e.ts';
import { type Marionette, openMarionette } from './marionette.ts';

/** Longer than any page takes on a slow machine. */
const patienceMs = 30_000;

/** Returns the differences from an ordinary Firefox: our push service, and notifications drawn by Firefox itself. */
const preferences = (pushService: string): Record<string, unknown> => ({
  'dom.push.serverURL': pushService,
  'dom.push.testing.allowInsecureServerURL': true,
  // Needed under remote control to keep a connection for pushes.
  'dom.push.connection.enabled': true,
  'alerts.useSystemBackend': false,
  // Otherwise a fresh prompt accepts no answer.
  'security.notification_enable_delay': 0,
  // Simulates a mouse, which a machine without a screen lacks.
  'ui.primaryPointerCapabilities': 6,
  'marionette.port': 0,
});

/** Starts a Firefox with a fresh profile, which subscribes at our push service. */
export async function startFirefox(program: string, pushService: string) {
  const profile = await mkdtemp(join(tmpdir(), 'tealight-firefox-'));
  const lines = Object.entries(preferences(pushService)).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const started = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--marionette', '--remote-allow-system-access', 'about:blank'],
    { env: { ...process.env, HOME: profile }, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const marionette = await openMarionette(await readPort(started.stdout));
  await marionette.send('WebDriver:SetTimeouts', { implicit: patienceMs, script: patienceMs });
  return {
    ...control(marionette),
    close: async () => {
      marionette.close();
      const ended = once(started, 'exit');
      started.kill('SIGKILL');
      await ended;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

export type RealFirefox = Awaited<ReturnType<typeof startFirefox>>;

async function readPort(output: NodeJS.ReadableStream): Promise<number> {
  for await (const line of createInterface({ input: output })) {
    const port = /Listening on port (\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    // Keep reading, or the pipe fills up.
    output.resume();
    return Number(port);
  }
  throw new Error('Firefox ended before it listened');
}

function control({ send }: Marionette) {
  const find = async (xpath: string): Promise<string> => {
    const found = await send<{ value: Record<string, string> }>('WebDriver:FindElement', {
      using: 'xpath',
      value: xpath,
    });
    return Object.values(found.value)[0] ?? '';
  };
  const execute = async <T>(script: string, args: unknown[] = []): Promise<T> =>
    (await send<{ value: T }>('WebDriver:ExecuteScript', { script: `return (async () => { ${script} })()`, args }))
      .value;
  /** Runs a script in the browser itself, outside of all pages. */
  const inside = async <T>(script: string): Promise<T> => {
    await send('Marionette:SetContext', { value: 'chrome' });
    try {
      return await execute<T>(script);
    } finally {
      await send('Marionette:SetContext', { value: 'content' });
    }
  };
  const open = async (path: string): Promise<void> => {
    await send('WebDriver:Navigate', { url: site() + path });
    await execute(isAlive);
  };
  const alerts = `[...Services.wm.getEnumerator('alert:alert')].filter((one) => one.document.readyState === 'complete')`;
  const click = async (xpath: string): Promise<void> => send('WebDriver:ElementClick', { id: await find(xpath) });
  const goTo = (handle: string): Promise<void> => send('WebDriver:SwitchToWindow', { handle });
  return {
    open,
    /** Continues the session of a member who has logged in elsewhere. */
    enter: async ({ context }: Person, path: string): Promise<void> => {
      await open('/robots.txt');
      for (const { name, value, httpOnly } of await context.cookies())
        await send('WebDriver:AddCookie', { cookie: { name, value, httpOnly, path: '/' } });
      await open(path);
    },
    run: execute,
    address: () => execute<string>('return location.pathname'),
    press: (name: string) => click(`//button[normalize-space()="${name}"]`),
    pressLabeled: (label: string) => click(`//*[@aria-label="${label}"]`),
    see: async (text: string): Promise<void> => void (await find(`//*[text()[normalize-space()="${text}"]]`)),
    tabs: () => send<string[]>('WebDriver:GetWindowHandles'),
    goTo,
    openTab: async (): Promise<void> =>
      goTo((await send<{ handle: string }>('WebDriver:NewWindow', { type: 'tab' })).handle),
    /** Closes the current tab and switches to another. */
    closeTab: async (next: string): Promise<void> => {
      await send('WebDriver:CloseWindow');
      await goTo(next);
    },
    answer: async (answer: 'allow' | 'block'): Promise<void> => {
      const panel = 'window.PopupNotifications.panel';
      const asked = `return [${panel}.firstElementChild?.id, ${panel}.state].join(' ')`;
      await expect.poll(() => inside(asked)).toBe('web-notifications-notification open');
      await inside(`${panel}.firstElementChild.${answer === 'allow' ? 'button' : 'secondaryButton'}.click()`);
    },
    onScreen: () =>
      inside<[title: string, body: string][]>(
        `return ${alerts}.map(({ document }) => [
           document.getElementById('alertTitleLabel').value,
           document.getElementById('alertTextLabel').textContent,
         ])`,
      ),
    /** Keeps the notification on the screen, as systems with a list do; otherwise it disappears after 12 seconds. */
    holdNotification: () => inside<void>(`${alerts}[0].document.getElementById('alertBox').removeAttribute('animate')`),
    clickNotification: () => inside<void>(`${alerts}[0].document.getElementById('alertBox').click()`),
  };
}

/** Waits until a page is hydrated, if it has a script. */
const isAlive = `
  const done = () => !document.querySelector('script[type=module]') || Object.keys(document.body).some((key) => key.startsWith('__react'));
  while (!done()) await new Promise(requestAnimationFrame);`;
