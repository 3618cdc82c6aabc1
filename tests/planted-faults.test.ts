import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { plantedFaults } from '../bench/faults/planted-faults.data.ts';

/** Leaves out what the build changes: spaces, and the endings of imports. */
const simplify = (text: string): string => text.replaceAll(/\s+/g, '').replaceAll(".ts'", ".js'");

describe('a planted fault', () => {
  // The fault runner patches built files, which the quick check does not have.
  it.each(plantedFaults)('$name patches text that its source has once', ({ patches }) => {
    for (const { file, find } of patches) {
      const source = readFileSync(new URL(`../${file.replace(/\.js$/, '.ts')}`, import.meta.url), 'utf8');
      expect([file, find, simplify(source).split(simplify(find)).length - 1]).toEqual([file, find, 1]);
    }
  });
});
