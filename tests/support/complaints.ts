import type { Browser, BrowserContext, Page } from '@playwright/test';

/** Errors of a test's pages: exceptions, failed hydration, and errors in the console. */
export interface Complaints {
  /** Every error so far, preceded by its page's address. */
  heard: string[];
  /** Allows expected errors: those that match a pattern do not fail the test. */
  allow(...patterns: RegExp[]): void;
  unexpected(): string[];
  /** Closes the contexts, and stops listening for new ones. */
  stop(): Promise<void>;
}

const always = [
  // Chromium reports each 4xx as an error, but a refused call or page is a valid response. Files must not be missing.
  /Failed to load resource: the server responded with a status of 4\d\d .*\((?!\S*\/(assets|media|portraits|icons)\/)\S*\)$/,
  // Only a test turns the network off.
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
  const contexts: BrowserContext[] = [];
  browser.newContext = async (options) => {
    const context = await newContext(options);
    contexts.push(context);
    context.on('page', watch);
    return context;
  };
  return {
    heard,
    allow: (...patterns) => void allowed.push(...patterns),
    unexpected: () => heard.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint))),
    stop: async () => {
      browser.newContext = newContext;
      await Promise.all(contexts.map((context) => context.close()));
    },
  };
}
