import { type Module, withMember, deletedWithMember, reasons } from '../module.ts';
import { activateAccount } from './activate-account.ts';
import {
  activationMail,
  leavingMail,
  passkeyAddedMail,
  passkeyRemovedMail,
  passwordChangedMail,
  resetMail,
  signUpAgainMail,
  signUpAttemptMail,
  queueWaitingActivation,
} from './account-mail.ts';
import { mailChange, mailChangeTaken, mailChanged } from './address/change-mail.ts';
import { changeEmail } from './address/change-email.ts';
import { confirmMailChange } from './address/confirm-mail-change.ts';
import { findMailChange } from './address/find-mail-change.ts';
import { dismissAlerts } from './alerts/dismiss-alerts.ts';
import { changePassword } from './change-password.ts';
import { checkName } from './check-name.ts';
import { checkSignUp } from './check-sign-up.ts';
import { listConsents } from './consents/list-consents.ts';
import { getUser } from './get-user.ts';
import { deleteAccount } from './deletion/delete-account.ts';
import { endInactive, inactiveClosedMail, inactiveMail } from './deletion/end-inactive.ts';
import { reactivateAccount } from './deletion/reactivate-account.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { logInByLink } from './login-links/log-in-by-link.ts';
import { findLoginLink } from './login-links/find-login-link.ts';
import { addPasskey } from './passkeys/add-passkey.ts';
import { listPasskeys } from './passkeys/list-passkeys.ts';
import { logInByPasskey } from './passkeys/log-in-by-passkey.ts';
import { removePasskey } from './passkeys/remove-passkey.ts';
import { startPasskeyLogin } from './passkeys/start-passkey-login.ts';
import { startPasskey } from './passkeys/start-passkey.ts';
import { purgeExpired } from './purge-expired.ts';
import { openRequestedAccount } from './request-account.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';
import { sendActivationMail } from './send-activation-mail.ts';
import { endSessions } from './sessions/end-sessions.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { signUp } from './sign-up.ts';
import { answerTerms } from './terms/answer-terms.ts';
import { dismissTerms } from './terms/dismiss-terms.ts';
import { listTerms } from './terms/list-terms.ts';
import { planTermsMails, termsMail, termsQuestionMail } from './terms/plan-terms-mail.ts';
import { updateUser } from './update-user.ts';

import { countDueAccountDeletions } from './deletion/queries.ts';

export const accounts = {
  public: [
    'address/open-change.ts',
    'attempt-rules.ts',
    'attempts.ts',
    'ban-member.ts',
    'declare-country.ts',
    'find-account.ts',
    'find-buyer.ts',
    'deletion/deletions.ts',
    'deletion/erase-account.ts',
    'login-links/login-links.ts',
    'own-password.ts',
    'record-consent.ts',
    'record-premium.ts',
    'rename-member.ts',
    'sessions/sessions.ts',
    'stop-notifications.ts',
    'terms/own-terms.ts',
    'terms/rules.ts',
  ],
  mutual: {
    notifications: 'Pushes go to a session and end with it; notices are mails to an account.',
    mail: "Sign-up and account changes send mail; mail goes to an account's address, and its failures are recorded there.",
    members: 'Sign-up and login read and write the profile; a profile update renames the account and records consent.',
  },
  operations: {
    signUp,
    activateAccount,
    sendActivationMail,
    getUser,
    changeEmail,
    confirmMailChange,
    findMailChange,
    logInByLink,
    findLoginLink,
    listSessions,
    endSessions,
    listPasskeys,
    startPasskey,
    addPasskey,
    removePasskey,
    startPasskeyLogin,
    logInByPasskey,
    listConsents,
    listTerms,
    dismissTerms,
    answerTerms,
    dismissAlerts,
    logIn,
    updateUser,
    deleteAccount,
    reactivateAccount,
    logOut,
    requestPasswordReset,
    resetPassword,
    changePassword,
    checkSignUp,
    checkName,
  },
  limits: {
    /**
     * Slows an attacker who tries one password on a thousand accounts before 3 % of them. A session lasts a month, so
     * few members of an address log in at the same time.
     */
    login: { points: 20, networkPoints: 28, seconds: 900, byAddress: true, durable: true },
    passkey: { points: 60, networkPoints: 120, seconds: 900, byAddress: true, durable: true },
    /** Separate, so that an attacker who uses up an address's logins cannot prevent password resets there. */
    token: { points: 60, networkPoints: 120, seconds: 900, byAddress: true, durable: true },
    signup: { points: 30, networkPoints: 60, seconds: 3_600, byAddress: true, durable: true },
  },
  constraints: { member_emails_pkey: 'email.taken', member_names_pkey: 'name.taken' },
  queues: { erasures: ({ database, clock }) => database.first(countDueAccountDeletions, { now: clock.now() }) },
  jobs: {
    'open-account': { run: openRequestedAccount },
    'queue-activation-mail': { run: queueWaitingActivation },
    'plan-terms-mails': { run: planTermsMails, schedule: '33 * * * *' },
  },
  mail: [
    activationMail,
    resetMail,
    passwordChangedMail,
    passkeyAddedMail,
    passkeyRemovedMail,
    signUpAttemptMail,
    signUpAgainMail,
    leavingMail,
    mailChange,
    mailChangeTaken,
    mailChanged,
    inactiveMail,
    inactiveClosedMail,
    termsMail,
    termsQuestionMail,
  ],
  purges: {
    accounts: purgeExpired,
    inactive: endInactive,
  },
  tables: {
    account_deletions: {
      key: null,
      erasure: { rule: 'deleted', why: 'says when to erase the account; stays until the last mandate may be deleted' },
      notExported: reasons.fleeting,
    },
    account_deletion_reasons: {
      key: null,
      erasure: { rule: 'impersonal', why: 'counts reasons without saying whose they are' },
      notExported: reasons.impersonal,
    },
    sign_up_requests: {
      key: null,
      erasure: { ...deletedWithMember, limit: { from: 'requested_at', days: 7 } },
      notExported: `${reasons.fleeting}: a sign-up form whose account does not exist yet`,
    },
    terms_seen: {
      key: null,
      erasure: { rule: 'impersonal', why: 'the times at which versions of the terms appeared' },
      notExported: reasons.impersonal,
    },
    attempts: {
      key: 'subject',
      erasure: {
        rule: 'deleted',
        why: 'attempts counted by the id are deleted; hashes of addresses expire within 30 days',
        limit: { from: 'ends_at' },
      },
      notExported: reasons.guards,
    },
    member_emails: {
      key: 'email_key',
      erasure: { ...deletedWithMember, limit: { from: 'kept_until' } },
      notExported: reasons.copy,
    },
    member_names: { key: 'name_key', erasure: deletedWithMember, notExported: reasons.copy },
    sessions: {
      ...withMember,
      erasure: { ...deletedWithMember, limit: { from: 'expires_at' } },
      export: 'account',
      columnsNotExported: {
        by_link: reasons.workings,
        by_passkey: reasons.workings,
        client: reasons.workings,
        expires_at: reasons.workings,
      },
    },
    tokens: {
      key: 'token_hash',
      erasure: { ...deletedWithMember, limit: { from: 'expires_at' } },
      notExported: reasons.guards,
    },
    passkey_challenges: {
      key: 'challenge_hash',
      erasure: {
        rule: 'expires',
        why: 'a challenge works for minutes and is deleted the following night',
        limit: { from: 'expires_at' },
      },
      notExported: reasons.guards,
    },
    members: {
      key: 'member_id',
      erasure: {
        rule: 'emptied',
        why: 'payment records refer to the id',
        keeps: ['site', 'status', 'language', 'country'],
      },
      export: 'account',
      columnsNotExported: {
        address_failed: reasons.workings,
        password_hash: reasons.guards,
        reset_link_at: reasons.guards,
        reset_link_id: reasons.guards,
      },
    },
    mail_changes: {
      ...withMember,
      erasure: { ...deletedWithMember, limit: { from: 'done_at', days: 3 } },
      export: 'account',
    },
    passkeys: {
      ...withMember,
      erasure: deletedWithMember,
      export: 'account',
      columnsNotExported: { counter: reasons.guards, public_key: reasons.guards },
    },
    consents: {
      ...withMember,
      erasure: { rule: 'deleted', why: 'belongs only to the member; the order keeps what a purchase needs' },
      export: 'account',
    },
    inactivity_warnings: {
      ...withMember,
      erasure: deletedWithMember,
      notExported: 'records that a mail was sent, and its reader has that mail',
    },
    dismissed_alerts: {
      ...withMember,
      erasure: deletedWithMember,
      notExported: 'the closed tips, which the settings show again',
    },
    terms_announcements: {
      ...withMember,
      erasure: deletedWithMember,
      notExported: 'records that a mail was sent, which its reader has, and that its announcement was dismissed',
    },
  },
} satisfies Module;
