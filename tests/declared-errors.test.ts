import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import type { OperationName } from '../contract/calls.ts';
import type { ErrorCode } from '../contract/platform/errors.ts';
import { operations } from '../contract/index.ts';
import { commonErrors, listErrors } from '../contract/platform/operation.ts';
import { answeredElsewhere, neverAnswered, noErrorLeaves } from './declared-errors.data.ts';
import { SymbolGraph } from './support/symbol-graph.ts';
import { isErrorCode } from './support/is-error-code.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const graph = new SymbolGraph(root, ['server', 'contract']);
const handlerList = readFileSync(join(root, 'server/operations.ts'), 'utf8');
const names = Object.keys(operations) as OperationName[];

/** The error codes in the code that an operation's handler reaches. */
function codesOf(name: OperationName): ErrorCode[] {
  const path = new RegExp(`import \\{ ${name} \\} from '\\./([^']+)'`).exec(handlerList)?.[1];
  const strings = graph.stringsReachableFrom(`server/${path}#${name}`, (id) => !(id in noErrorLeaves));
  // Any field of any operation can be missing or invalid.
  return [...strings].filter(isErrorCode).filter((code) => !code.startsWith('field.'));
}

describe.each(names)('the operation %s', (name) => {
  const declared: readonly ErrorCode[] = operations[name].errors;
  const unanswered = Object.keys(neverAnswered[name] ?? {});
  const elsewhere = Object.keys(answeredElsewhere[name] ?? {});

  it('declares every error that its code names', () => {
    const known: string[] = [...listErrors(operations[name]), ...unanswered];
    expect(codesOf(name).filter((code) => !known.includes(code))).toEqual([]);
  });

  it('declares no error that its code does not name', () => {
    const named: string[] = [...codesOf(name), ...elsewhere];
    expect(declared.filter((code) => !named.includes(code))).toEqual([]);
  });

  it('does not repeat the common errors, and needs its exceptions', () => {
    expect(declared.filter((code) => (commonErrors as readonly string[]).includes(code))).toEqual([]);
    const codes: string[] = codesOf(name);
    expect(unanswered.filter((code) => !codes.includes(code))).toEqual([]);
    expect(elsewhere.filter((code) => codes.includes(code))).toEqual([]);
  });
});
