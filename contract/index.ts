import { accessOperations } from './access.ts';
import { accountsOperations } from './accounts.ts';
import type { OperationName } from './calls.ts';
import { chatOperations } from './chat.ts';
import { consentsOperations } from './consents.ts';
import { draftOperations } from './drafts.ts';
import { foundMessageOperations } from './found-messages.ts';
import { creditsOperations } from './credits.ts';
import { directDebitOperations } from './direct-debit.ts';
import { discountsOperations } from './discounts.ts';
import { exportOperations } from './export.ts';
import { hidesOperations } from './hides.ts';
import { likesOperations } from './likes.ts';
import { swipesOperations } from './swipes.ts';
import { membersOperations } from './members.ts';
import type { OperationInput, Operation, OperationOutput } from './operation.ts';
import { notificationsOperations } from './notifications.ts';
import { passkeysOperations } from './passkeys.ts';
import { paymentsOperations } from './payments.ts';
import { photosOperations } from './photos.ts';
import { pushOperations } from './push.ts';
import { withdrawalOperations } from './withdrawal.ts';
import { termsOperations } from './terms-versions.ts';
import { sourcesOperations } from './sources.ts';
import { settingsOperations } from './settings.ts';
import { storedCardsOperations } from './stored-cards.ts';
import { supportOperations } from './support.ts';
import { spendingOperations } from './spending.ts';
import { suggestionsOperations } from './suggestions.ts';

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
  members: { ...membersOperations, ...hidesOperations, ...suggestionsOperations },
  photos: photosOperations,
  likes: { ...likesOperations, ...swipesOperations },
  chat: { ...chatOperations, ...draftOperations, ...foundMessageOperations },
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
