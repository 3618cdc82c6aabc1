import { accessOperations } from './accounts/access.ts';
import { accountsOperations } from './accounts/operations.ts';
import type { OperationName } from './calls.ts';
import { chatOperations } from './chat/operations.ts';
import { consentsOperations } from './accounts/consents.ts';
import { creditsOperations } from './credits/operations.ts';
import { directDebitOperations } from './payments/direct-debit.ts';
import { discountsOperations } from './discounts/operations.ts';
import { exportOperations } from './export/operations.ts';
import { likesOperations } from './likes/operations.ts';
import { membersOperations } from './members/operations.ts';
import type { OperationInput, Operation, OperationOutput } from './platform/operation.ts';
import { notificationsOperations } from './notifications/operations.ts';
import { passkeysOperations } from './accounts/passkeys.ts';
import { paymentsOperations } from './payments/operations.ts';
import { photosOperations } from './photos/operations.ts';
import { pushOperations } from './notifications/push.ts';
import { withdrawalOperations } from './withdrawal/operations.ts';
import { termsOperations } from './accounts/terms-versions.ts';
import { sourcesOperations } from './sources/operations.ts';
import { settingsOperations } from './settings/operations.ts';
import { storedCardsOperations } from './payments/stored-cards.ts';
import { supportOperations } from './support/operations.ts';
import { spendingOperations } from './payments/spending.ts';

export const operationsByModule = {
  settings: settingsOperations,
  sources: sourcesOperations,
  accounts: {
    ...accountsOperations,
    ...accessOperations,
    ...passkeysOperations,
    ...consentsOperations,
    ...termsOperations,
  },
  export: exportOperations,
  notifications: { ...notificationsOperations, ...pushOperations },
  members: membersOperations,
  photos: photosOperations,
  likes: likesOperations,
  chat: chatOperations,
  credits: creditsOperations,
  payments: {
    ...paymentsOperations,
    ...directDebitOperations,
    ...storedCardsOperations,
    ...spendingOperations,
    ...withdrawalOperations,
  },
  discounts: discountsOperations,
  support: supportOperations,
};

const modules = operationsByModule;
export const operations = {
  ...modules.settings,
  ...modules.sources,
  ...modules.accounts,
  ...modules.export,
  ...modules.notifications,
  ...modules.members,
  ...modules.photos,
  ...modules.likes,
  ...modules.chat,
  ...modules.credits,
  ...modules.payments,
  ...modules.discounts,
  ...modules.support,
} satisfies Record<OperationName, Operation>;

export type Operations = typeof operations;
// Computed once per operation; with a generic name, the compiler would otherwise evaluate all of them each time.
type Inputs = { [Name in OperationName]: OperationInput<Operations[Name]> };
type Outputs = { [Name in OperationName]: OperationOutput<Operations[Name]> };
export type Input<Name extends OperationName> = Inputs[Name];
export type Output<Name extends OperationName> = Outputs[Name];
