import { type Module } from '../module.ts';

export const staff = {
  public: ['command.ts', 'staff.ts'],
  tables: {
    staff_acts: {
      key: null,
      erasure: {
        rule: 'kept',
        why: 'acts of staff with numbers and ids, without any words of members',
        keeps: ['who', 'account', 'act', 'number', 'detail', 'contests'],
      },
      notExported: 'acts of staff',
    },
  },
} satisfies Module;
