import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import type { OperationName } from '../contract/calls.ts';
import type { ErrorCode } from '../contract/platform/errors.ts';
import { operations } from '../contract/index.ts';
import { commonErrors, listErrors } from '../contract/platform/operation.ts';
import { modules } from '../server/modules.ts';
import { answeredElsewhere, neverAnswered, noErrorLeaves } from './declared-errors.data.ts';
import { SymbolGraph } from './support/symbol-graph.ts';
import { isErrorCode } from './support/is-error-code.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const graph = new SymbolGraph(root, ['server', 'contract']);
/** The file of each operation's handler, from the imports of the modules. */
const handlerFiles = new Map(
  Object.keys(modules).flatMap((module) => {
    const text = readFileSync(join(root, 'server', module, 'module.ts'), 'utf8');
    return [...text.matchAll(/^import \{([^}]+)\} from '\.\/([^']+)'/gm)].flatMap(([, imported = '', path]) =>
      imported.split(',').map((name) => [name.trim(), `server/${module}/${path}`] as const),
    );
  }),
);
const names = Object.keys(operations) as OperationName[];

/** Lists the error codes in the code that an operation's handler reaches. */
function listCodes(name: OperationName): ErrorCode[] {
  const strings = graph.stringsReachableFrom(`${handlerFiles.get(name)}#${name}`, (id) => !(id in noErrorLeaves));
  // Any field of any operation can be missing or invalid.
  return [...strings].filter(isErrorCode).filter((code) => !code.startsWith('field.'));
}

/** Finds the faults in the errors of an operation, one line each. */
function findFaults(name: OperationName): string[] {
  const declared: readonly ErrorCode[] = operations[name].errors;
  const unanswered = Object.keys(neverAnswered[name] ?? {});
  const elsewhere = Object.keys(answeredElsewhere[name] ?? {});
  const codes: string[] = listCodes(name);
  const known: string[] = [...listErrors(operations[name]), ...unanswered];
  const faults = {
    'is named by the code, but not declared': codes.filter((code) => !known.includes(code)),
    'is declared, but not named by the code': declared.filter((code) => ![...codes, ...elsewhere].includes(code)),
    'repeats a common error': declared.filter((code) => (commonErrors as readonly string[]).includes(code)),
    'is an exception that is not needed': [
      ...unanswered.filter((code) => !codes.includes(code)),
      ...elsewhere.filter((code) => codes.includes(code)),
    ],
  };
  return Object.entries(faults).flatMap(([fault, list]) => list.map((code) => `${name}: ${code} ${fault}`));
}

it('an operation declares exactly the errors that its code names', () => {
  expect(names.flatMap(findFaults)).toEqual([]);
});
