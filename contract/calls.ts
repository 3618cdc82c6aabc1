/** Method, path and query of every operation. Kept apart from the schemas so that browsers skip the validator. */
export const calls = {
  // settings
  getSettings: 'GET /api/settings.php',
  getCompanyInfo: 'GET /api/companyinfo.php',
  listInterests: 'GET /api/interests.php',
  listRegions: 'GET /api/regions.php',
  // sources
  recordPageHidden: 'POST /api/page-hidden.php',
  // accounts
  signUp: 'POST /api/signup.php',
  checkSignUp: 'POST /api/signup-check.php',
  activateAccount: 'POST /api/activate.php',
  sendActivationMail: 'POST /api/activation-mail.php',
  getUser: 'GET /api/user.php',
  logIn: 'POST /api/user.php',
  updateUser: 'PUT /api/user.php',
  deleteAccount: 'DELETE /api/user.php',
  reactivateAccount: 'POST /api/reactivate.php',
  logOut: 'GET /api/logout.php',
  requestPasswordReset: 'POST /api/reset-password.php',
  resetPassword: 'PUT /api/reset-password.php',
  changePassword: 'PUT /api/password.php',
  // export, and further operations of accounts
  requestExport: 'POST /api/export.php',
  getExport: 'GET /api/export.php',
  openExport: 'POST /api/export-link.php',
  changeEmail: 'PUT /api/email.php',
  confirmMailChange: 'POST /api/mail-change.php',
  findMailChange: 'POST /api/mail-change.php?look=1',
  enterByLink: 'POST /api/entry.php',
  findEntry: 'POST /api/entry.php?look=1',
  listSessions: 'GET /api/sessions.php',
  endSessions: 'DELETE /api/sessions.php',
  listPasskeys: 'GET /api/passkey.php',
  startPasskey: 'POST /api/passkey.php?start=1',
  addPasskey: 'POST /api/passkey.php',
  removePasskey: 'DELETE /api/passkey.php',
  startPasskeyLogin: 'POST /api/passkey.php?start=login',
  logInByPasskey: 'POST /api/passkey.php?login=1',
  listConsents: 'GET /api/consents.php',
  listTerms: 'GET /api/terms.php',
  dismissTerms: 'PUT /api/terms.php',
  dismissAlerts: 'PUT /api/alerts.php',
  // notifications
  unsubscribe: 'POST /api/unsubscribe.php',
  getPush: 'GET /api/user.php?push=1',
  addPush: 'POST /api/user.php?push=1',
  setPushKinds: 'PUT /api/user.php?push=1',
  removePush: 'DELETE /api/user.php?push=1',
  handleMailReport: 'POST /api/mail-report.php',
  // members, geo
  getProfile: 'GET /api/profile.php',
  updateProfile: 'PUT /api/profile.php',
  searchProfiles: 'GET /api/profiles.php',
  listSimilar: 'GET /api/similar.php',
  hideMember: 'POST /api/hide.php',
  unhideMember: 'DELETE /api/hide.php',
  listHidden: 'GET /api/hides.php',
  findPlace: 'GET /api/geocode.php',
  listTowns: 'GET /api/towns.php',
  getEveningTable: 'GET /api/evening-table.php',
  listSignupMatches: 'GET /api/signup-matches.php',
  // photos
  addPhoto: 'POST /api/photo.php',
  movePhoto: 'PUT /api/photo.php',
  deletePhoto: 'DELETE /api/photo.php',
  // likes
  addLike: 'POST /api/like.php',
  removeLike: 'DELETE /api/like.php',
  listLikes: 'GET /api/likes.php',
  getAutoLike: 'GET /api/auto-like.php',
  getSwipe: 'GET /api/swipe.php',
  swipeProfile: 'POST /api/swipe.php',
  undoSwipe: 'DELETE /api/swipe.php',
  // chat
  listChats: 'GET /api/chats.php',
  getChat: 'GET /api/chat.php',
  searchMessages: 'GET /api/message.php',
  sendMessage: 'POST /api/message.php',
  listIcebreakers: 'GET /api/lines.php',
  listGifts: 'GET /api/gifts.php',
  sendGift: 'POST /api/gift.php',
  answerGift: 'PUT /api/gift.php',
  sayGoodbye: 'POST /api/goodbye.php',
  saveDraft: 'PUT /api/draft.php',
  deleteChat: 'DELETE /api/chat.php',
  blockMember: 'POST /api/block.php',
  unblockMember: 'DELETE /api/block.php',
  listBlocks: 'GET /api/blocks.php',
  // credits, payments
  listLedger: 'GET /api/ledger.php',
  listBundles: 'GET /api/bundles.php',
  listPaymentMethods: 'GET /api/paymentmethods.php',
  quoteOrder: 'GET /api/quote.php',
  createPayment: 'POST /api/payment.php',
  getPayment: 'GET /api/payment.php',
  cancelPayment: 'DELETE /api/payment.php',
  getWithdrawal: 'GET /api/withdrawal.php',
  withdraw: 'POST /api/withdrawal.php',
  listWithdrawals: 'GET /api/withdrawals.php',
  declareWithdrawal: 'POST /api/withdrawal-declaration.php',
  confirmDeclaration: 'PUT /api/withdrawal-declaration.php',
  listRepeatOrders: 'GET /api/repeat-orders.php',
  removeStoredCard: 'DELETE /api/stored-card.php',
  getReceipt: 'GET /api/receipt.php',
  getSpending: 'GET /api/spending.php',
  setSpendingLimit: 'PUT /api/spending.php',
  listPayments: 'GET /api/payments.php',
  startDirectDebit: 'POST /api/directdebit.php',
  confirmDirectDebit: 'PUT /api/directdebit.php',
  getDirectDebit: 'GET /api/directdebit.php',
  sendDirectDebitCode: 'POST /api/directdebit-code.php',
  handlePaymentWebhook: 'POST /api/payment-webhook.php',
  // support
  sendComplaint: 'POST /api/complaint.php',
  getComplaint: 'GET /api/complaint.php',
  getMeasure: 'GET /api/measure.php',
  sendReport: 'POST /api/report.php',
  // discounts
  getDiscountCode: 'GET /api/discountcode.php',
  dismissTimeBonus: 'PUT /api/discountcode.php',
  getLastOffer: 'GET /api/last-offer.php',
} as const;

export type OperationName = keyof typeof calls;

/**
 * Operations that no script in a page calls. Payment providers, mail servers, email clients, server-side form handlers
 * and plain links use them, and pages do not use some of them at all. `scripts/vite-route-pages.ts` leaves them out of
 * the browser's table.
 */
export const serverCalls = [
  'confirmDeclaration',
  'confirmMailChange',
  'declareWithdrawal',
  'enterByLink',
  'getReceipt',
  'getWithdrawal',
  'handleMailReport',
  'handlePaymentWebhook',
  'logIn',
  'reactivateAccount',
  'recordPageHidden',
  'removePush',
  'requestPasswordReset',
  'resetPassword',
  'sendComplaint',
  'unsubscribe',
  'withdraw',
] as const satisfies readonly OperationName[];

export type ScriptCall = Exclude<OperationName, (typeof serverCalls)[number]>;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Returns the method and path of an operation. */
export function getEndpoint(name: OperationName): { method: Method; path: string } {
  const [method, path] = calls[name].split(' ') as [Method, string];
  return { method, path };
}
