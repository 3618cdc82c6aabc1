import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import { type OperationName, calls } from '../contract/calls.ts';
import { fold } from '../contract/platform/fold.ts';
import { operations } from '../contract/index.ts';
import { readReport } from '../server/mail/reports/read-report.ts';
import { passwordError } from '../server/accounts/password-rules.ts';
import { toNfc, matchesIn, buildSnippet, splitWords } from '../server/chat/search/rules.ts';
import { readPhone } from '../server/payments/debit/rules.ts';
import { getShape } from '../server/platform/dispatch/dispatch.ts';
import { classifyReply, readReply } from '../server/mail/reply.ts';
import { retryAfterSeconds } from '../server/platform/push/rules.ts';
import { contactIn } from '../web/members/contact-in.ts';
import { type Schema, getInputSchema } from './support/inputs.ts';

/** Longer than most accepted texts, and long enough: quadratic code takes 200 million steps. */
const longest = 20_000;

/**
 * A full-length text that takes less than this passes. Linear code takes milliseconds on most machines, quadratic code
 * seconds.
 */
const allowedMs = 100;
/**
 * The allowed growth of time for four times the length: linear code takes 4 times as long, quadratic code 16 times. The
 * ratio of two measurements on one machine does not depend on its speed.
 */
const growthMax = 9;
const tries = 4;
const rounds = 5;

/** Measures processor time, the minimum of several attempts, so that other load does not decide. */
function processorMs(run: () => void): number {
  let least = Infinity;
  for (let tried = 0; tried < tries && least > allowedMs; tried += 1) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/**
 * Compares a full-length text with one of a quarter of its length. A process's time includes that of its garbage
 * collector, which may run through all attempts with one text, so a text counts as slow only if it is in every round.
 */
function expectLinear(what: string, run: (length: number) => void, length = longest): void {
  const growths: string[] = [];
  while (growths.length < rounds) {
    const ms = processorMs(() => run(length));
    if (ms < allowedMs) return;
    const quarterMs = processorMs(() => run(Math.ceil(length / 4)));
    if (ms / Math.max(quarterMs, 1) < growthMax) return;
    growths.push(`${ms} ms, and ${quarterMs} ms for a quarter`);
  }
  expect.soft(growths, `${what} takes more than linear time`).toEqual([]);
}

/**
 * Texts on which patterns stumble: signs of every kind, alone or a few in turn, repeated many times, with another sign
 * at the end.
 */
const signs = [
  ...'aZ1 \t\n\r\u00a0!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~«»“”…。ł',
  'e\u0301',
  '\u0301',
  '😀',
  '\u200d',
  '\ufdfa',
  '\0',
];
const others = ['', 'x', '!', ' ', '\n', '1', '@', '"', '.', '/', '😀'];
const hostile = fc
  .record({
    begin: fc.constantFrom(...others),
    pump: fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 4 }).map((some) => some.join('')),
    end: fc.constantFrom(...others),
  })
  .map(({ begin, pump, end }) => (length: number) => {
    const pumped = pump
      .repeat(Math.ceil(length / pump.length))
      .slice(0, Math.max(0, length - begin.length - end.length));
    return `${begin}${pumped}${end}`.slice(0, length);
  });

/** Checks a function with each sign alone, which finds most problems, and with some random sequences. */
function expectLinearFor(what: string, run: (text: string) => unknown, length = longest): void {
  const check = (text: (length: number) => string): void =>
    expectLinear(`${what} of ${JSON.stringify(text(12))}…`, (most) => tolerant(run, text(most)), length);
  for (const sign of signs) check((most) => `${sign.repeat(Math.floor((most - 1) / sign.length))}x`);
  fc.assert(fc.property(hostile, check), { numRuns: 15 });
}

/** Runs a function that may reject the text, or that takes other types than texts. */
function tolerant(run: (text: string) => unknown, text: string): void {
  try {
    const answer = run(text);
    if (answer instanceof Promise) answer.catch(() => undefined);
  } catch {
    // A function may refuse the text.
  }
}

/** Fills every text of a schema's value, as long as the schema and `longestHere` allow. */
function filled(schema: Schema, text: (length: number) => string, longestHere: number): unknown {
  const fill = (one: Schema): unknown => filled(one, text, longestHere);
  if (schema.anyOf) return fill(schema.anyOf[0] ?? {});
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, fill(one)]));
  if (schema.type === 'array') return [fill(schema.items ?? {})];
  return text(Math.min(schema.maxLength ?? longestHere, longestHere));
}

/** Rules whose operation accepts only shorter texts, and rules that need more than a text. */
const shorter: Record<string, number> = { isCommon: 128, nameError: 512, usernameError: 512, looksLikeStaff: 512 };
/** It reads words that staff type in a command. */
const ofStaff = new Set(['readNewCode']);
const words = splitWords('some words of a text');
const withMore: Record<string, { run: (text: string) => unknown; length?: number }> = {
  passwordError: { run: (text) => passwordError(text, { name: text, email: text }), length: 512 },
  'passwordError of a short one': {
    run: (text) => passwordError(text, { name: 'Ada', email: 'ada@example.org' }),
    length: 128,
  },
  readPhone: { run: (text) => readPhone(text, 'NL') },
  retryAfterSeconds: { run: (text) => retryAfterSeconds(text, new Date(0)) },
  readReport: { run: (text) => readReport(Buffer.from(text), 'bounces@example.org') },
  classifyReply: { run: (text) => classifyReply(readReply(text)) },
  buildSnippet: {
    run: (text) =>
      buildSnippet(text, splitWords(toNfc(text)), matchesIn(words, [{ word: 'some', stems: [] }], new Map()) ?? []),
  },
  contactIn: { run: contactIn },
};

/** True for a file with rules about texts: the contract's functions, and these files of modules. */
const isOfRules = (path: string): boolean =>
  path.endsWith('.ts') &&
  !/\.(?:test|data|gen)\.ts$/.test(path) &&
  (path.startsWith('contract/') || /(?:^|[/-])(?:rules|one-line|read-[\w-]+)\.ts$/.test(path));

describe('no text costs more than linear time', () => {
  const functions: [name: string, run: (...texts: string[]) => unknown][] = [];
  beforeAll(async () => {
    const root = fileURLToPath(new URL('..', import.meta.url));
    for (const folder of ['contract', 'server'])
      for (const path of readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }))
        if (isOfRules(`${folder}/${path}`)) {
          const exported = (await import(`${root}${folder}/${path}`)) as Record<string, unknown>;
          for (const [name, one] of Object.entries(exported))
            if (typeof one === 'function' && !(name in withMore) && !ofStaff.has(name))
              functions.push([name, one as () => unknown]);
        }
  });

  it('in the rules of the contract and of the modules, with the text as every argument', { timeout: 300_000 }, () => {
    expect(functions.length).toBeGreaterThan(150);
    for (const [name, run] of functions) expectLinearFor(name, (text) => run(text, text, text), shorter[name]);
  });

  it.each(Object.entries(withMore))('in %s', (name, { run, length }) => expectLinearFor(name, run, length));

  it('in a search for combining marks that have to be sorted', () => {
    for (const marks of ['\u0315\u0300', '\u0e49\u0e38'])
      expectLinear(`fold of ${JSON.stringify(marks)}…`, (length) => fold(`a${marks.repeat(length / 2)}`));
  });

  it('in the schemas of all operations', { timeout: 300_000 }, () => {
    for (const name of Object.keys(calls) as OperationName[]) {
      const shape = getShape(operations[name].input);
      fc.assert(
        fc.property(hostile, (text) => {
          expectLinear(name, (most) => void shape.fit(filled(getInputSchema(name), text, most)));
        }),
        { numRuns: 10 },
      );
    }
  });
});
