import { type ErrorCode, errors } from '../../contract/platform/errors.ts';

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errors, code);
}
