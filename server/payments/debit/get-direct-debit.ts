import type { Handler } from '../../platform/handler.ts';
import { showDebit } from './find-debit.ts';

/** A direct debit that the member has begun, with its payment if there is one. */
export const getDirectDebit: Handler<'getDirectDebit'> = ({ id }, call) => showDebit(call, id);
