import type { Handler } from '../../platform/handler.ts';
import { readPushState } from './read-push-state.ts';

/** Returns which sessions of the member get pushes, and of which kinds. */
export const getPush: Handler<'getPush'> = async (_input, { context, member }) => readPushState(context, member);
