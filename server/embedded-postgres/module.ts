import { type Module } from '../module.ts';

export const embeddedPostgres = {
  public: [],
} satisfies Module;
