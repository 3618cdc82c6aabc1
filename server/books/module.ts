import { type Module } from '../module.ts';

export const books = { public: [] } satisfies Module;
