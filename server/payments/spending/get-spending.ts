import type { Handler } from '../../platform/handler.ts';
import { findSpending } from './find-spending.ts';

/** The member's own spending limit. */
export const getSpending: Handler<'getSpending'> = (_input, { context, member }) => findSpending(context, member);
