import type { Browser, Page } from '@playwright/test';

/** What the pages of a test reported as errors: exceptions, failed hydration, and whatever reached the console as one. */
export interface Complaints {
  /** Every error so far, each behind the address of its page. */
  heard: string[];
  /** Expects errors that the test provokes: those that fit one of the patterns do not fail it. */
  allow(...patterns: RegExp[]): void;
  /** The errors that nobody expects. */
  unexpected(): string[];
  /** Ends listening for new contexts. */
  stop(): void;
}

/** Errors that fail no test. */
const always = [
  // Chromium reports each refusal as an error, but a refused call or page is an answer. Files must not be missing.
  /Failed to load resource: the server responded with a status of 4\d\d .*\((?!\S*\/(assets|media|portraits|icons)\/)\S*\)$/,
  // Only a test takes the network away.
  /Failed to load resource: net::ERR_INTERNET_DISCONNECTED/,
];

/** Listens to all pages of the contexts that `browser` opens from now on. */
export function listenForComplaints(browser: Browser): Complaints {
  const heard: string[] = [];
  const allowed = [...always];
  const watch = (page: Page): void => {
    page.on('pageerror', (error) => heard.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') heard.push(`${page.url()}: ${message.text()} (${message.location().url})`);
    });
  };
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.on('page', watch);
    return context;
  };
  return {
    heard,
    allow: (...patterns) => void allowed.push(...patterns),
    unexpected: () => heard.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint))),
    stop: () => void (browser.newContext = newContext),
  };
}
