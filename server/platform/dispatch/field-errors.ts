import type { ErrorCode } from '../../../contract/platform/errors.ts';

interface SchemaError {
  keyword: string;
  instancePath: string;
  params: unknown;
}

const codes: Record<string, ErrorCode> = {
  required: 'field.missing',
  minLength: 'field.too-short',
  minItems: 'field.too-short',
  maxLength: 'field.too-long',
  maxItems: 'field.too-long',
  minimum: 'field.out-of-range',
  maximum: 'field.out-of-range',
};

/** The errors of a validator as one code per top-level field: `{ name: code }`. */
export function fieldErrors(found: Iterable<SchemaError>): Record<string, ErrorCode> {
  const fields: Record<string, ErrorCode> = {};
  for (const { keyword, instancePath, params } of found) {
    const missing = (params as { requiredProperties?: string[] }).requiredProperties;
    const names = keyword === 'required' && missing ? missing : [instancePath.split('/')[1] ?? ''];
    for (const name of names.filter((value) => value !== '')) fields[name] ??= codes[keyword] ?? 'field.invalid';
  }
  return fields;
}
