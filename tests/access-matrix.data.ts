import type { OperationName } from '../contract/calls.ts';

/** Who calls: a visitor, and four members by their relationship to the owner of what the call names. */
export const roles = ['visitor', 'stranger', 'blocked', 'free', 'premium'] as const;
export type Role = (typeof roles)[number];

/**
 * Operation × role → status, when each operation is called with ids of another member ("the owner"): a stranger has no
 * conversation with her, `blocked` was blocked by her, `free` and `premium` each have a conversation with her.
 * An operation that is missing here fails the test.
 */
export const accessMatrix: Record<OperationName, Record<Role, number>> = {
  getSettings: { visitor: 200, stranger: 200, blocked: 200, free: 200, premium: 200 },
  getCompanyInfo: { visitor: 200, stranger: 200, blocked: 200, free: 200, premium: 200 },
  listInterests: { visitor: 200, stranger: 200, blocked: 200, free: 200, premium: 200 },
  listRegions: { visitor: 200, stranger: 200, blocked: 200, free: 200, premium: 200 },
  notePageHidden: { visitor: 204, stranger: 204, blocked: 204, free: 204, premium: 204 },
  // Accounts: every operation acts on the account of the session; the tokens are made up.
  signUp: { visitor: 422, stranger: 422, blocked: 422, free: 422, premium: 422 },
  checkSignUp: { visitor: 200, stranger: 200, blocked: 200, free: 200, premium: 200 },
  activateAccount: { visitor: 410, stranger: 410, blocked: 410, free: 410, premium: 410 },
  sendActivationMail: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  getUser: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  logIn: { visitor: 401, stranger: 401, blocked: 401, free: 401, premium: 401 },
  updateUser: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  requestPasswordReset: { visitor: 404, stranger: 404, blocked: 404, free: 404, premium: 404 },
  resetPassword: { visitor: 410, stranger: 410, blocked: 410, free: 410, premium: 410 },
  deleteAccount: { visitor: 403, stranger: 422, blocked: 422, free: 422, premium: 422 },
  reactivateAccount: { visitor: 410, stranger: 410, blocked: 410, free: 410, premium: 410 },
  changePassword: { visitor: 403, stranger: 422, blocked: 422, free: 422, premium: 422 },
  requestExport: { visitor: 403, stranger: 422, blocked: 422, free: 422, premium: 422 },
  getExport: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  openExport: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  changeEmail: { visitor: 403, stranger: 422, blocked: 422, free: 422, premium: 422 },
  findEntry: { visitor: 200, stranger: 200, blocked: 200, free: 200, premium: 200 },
  enterByLink: { visitor: 410, stranger: 410, blocked: 410, free: 410, premium: 410 },
  confirmMailChange: { visitor: 410, stranger: 410, blocked: 410, free: 410, premium: 410 },
  listSessions: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  listConsents: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  listTerms: { visitor: 200, stranger: 200, blocked: 200, free: 200, premium: 200 },
  dismissAlerts: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  dismissTerms: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  endSessions: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  listPasskeys: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  startPasskey: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  // No device has made or signed what was asked.
  addPasskey: { visitor: 403, stranger: 401, blocked: 401, free: 401, premium: 401 },
  removePasskey: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  startPasskeyLogin: { visitor: 200, stranger: 200, blocked: 200, free: 200, premium: 200 },
  logInByPasskey: { visitor: 401, stranger: 401, blocked: 401, free: 401, premium: 401 },
  // The token is made up.
  unsubscribe: { visitor: 410, stranger: 410, blocked: 410, free: 410, premium: 410 },
  getPush: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  // The endpoint is no push service.
  addPush: { visitor: 403, stranger: 422, blocked: 422, free: 422, premium: 422 },
  setPushKinds: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  removePush: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  // Not signed.
  noteMailReport: { visitor: 422, stranger: 422, blocked: 422, free: 422, premium: 422 },
  // Members
  getProfile: { visitor: 200, stranger: 200, blocked: 403, free: 200, premium: 200 },
  updateProfile: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  searchProfiles: { visitor: 200, stranger: 200, blocked: 200, free: 200, premium: 200 },
  listSimilar: { visitor: 200, stranger: 200, blocked: 403, free: 200, premium: 200 },
  hideMember: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  unhideMember: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  listHidden: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  findPlace: { visitor: 200, stranger: 200, blocked: 200, free: 200, premium: 200 },
  listTowns: { visitor: 200, stranger: 200, blocked: 200, free: 200, premium: 200 },
  // Photos: the id is one of the owner's.
  addPhoto: { visitor: 403, stranger: 422, blocked: 422, free: 422, premium: 422 },
  movePhoto: { visitor: 403, stranger: 404, blocked: 404, free: 404, premium: 404 },
  deletePhoto: { visitor: 403, stranger: 404, blocked: 404, free: 404, premium: 404 },
  // Likes
  addLike: { visitor: 403, stranger: 200, blocked: 403, free: 200, premium: 200 },
  getEveningTable: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  listSignupMatches: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  getSwipe: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  swipeProfile: { visitor: 403, stranger: 200, blocked: 403, free: 200, premium: 200 },
  undoSwipe: { visitor: 403, stranger: 200, blocked: 409, free: 200, premium: 200 },
  removeLike: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  listLikes: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  getAutoLike: { visitor: 403, stranger: 204, blocked: 204, free: 204, premium: 204 },
  // Chat: the conversation is the owner's with somebody else.
  listChats: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  getChat: { visitor: 403, stranger: 404, blocked: 404, free: 404, premium: 404 },
  searchMessages: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  sendMessage: { visitor: 403, stranger: 404, blocked: 404, free: 404, premium: 404 },
  listIcebreakers: { visitor: 403, stranger: 200, blocked: 403, free: 200, premium: 200 },
  listGifts: { visitor: 200, stranger: 200, blocked: 200, free: 200, premium: 200 },
  sendGift: { visitor: 403, stranger: 404, blocked: 404, free: 404, premium: 404 },
  answerGift: { visitor: 403, stranger: 404, blocked: 404, free: 404, premium: 404 },
  sayGoodbye: { visitor: 403, stranger: 404, blocked: 404, free: 404, premium: 404 },
  saveDraft: { visitor: 403, stranger: 200, blocked: 403, free: 200, premium: 200 },
  deleteChat: { visitor: 403, stranger: 404, blocked: 404, free: 404, premium: 404 },
  blockMember: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  unblockMember: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  listBlocks: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  // Credits and payments: the payment is the owner's.
  listLedger: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  listBundles: { visitor: 200, stranger: 200, blocked: 200, free: 200, premium: 200 },
  listPaymentMethods: { visitor: 200, stranger: 200, blocked: 200, free: 200, premium: 200 },
  quoteOrder: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  getSpending: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  setSpendingLimit: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  createPayment: { visitor: 403, stranger: 422, blocked: 422, free: 422, premium: 422 },
  listRepeatOrders: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  removeStoredCard: { visitor: 403, stranger: 404, blocked: 404, free: 404, premium: 404 },
  getPayment: { visitor: 403, stranger: 404, blocked: 404, free: 404, premium: 404 },
  cancelPayment: { visitor: 403, stranger: 404, blocked: 404, free: 404, premium: 404 },
  getReceipt: { visitor: 403, stranger: 404, blocked: 404, free: 404, premium: 404 },
  listPayments: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  getWithdrawal: { visitor: 403, stranger: 404, blocked: 404, free: 404, premium: 404 },
  listWithdrawals: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  withdraw: { visitor: 403, stranger: 404, blocked: 404, free: 404, premium: 404 },
  declareWithdrawal: { visitor: 422, stranger: 422, blocked: 422, free: 422, premium: 422 },
  confirmDeclaration: { visitor: 422, stranger: 422, blocked: 422, free: 422, premium: 422 },
  // The bundle does not exist; the direct debit is the owner's.
  startDirectDebit: { visitor: 403, stranger: 422, blocked: 422, free: 422, premium: 422 },
  confirmDirectDebit: { visitor: 403, stranger: 404, blocked: 404, free: 404, premium: 404 },
  getDirectDebit: { visitor: 403, stranger: 404, blocked: 404, free: 404, premium: 404 },
  sendDirectDebitCode: { visitor: 403, stranger: 404, blocked: 404, free: 404, premium: 404 },
  notePaymentWebhook: { visitor: 200, stranger: 200, blocked: 200, free: 200, premium: 200 },
  // Support: a complaint without words, the number of nobody, and a report of the owner.
  sendComplaint: { visitor: 422, stranger: 422, blocked: 422, free: 422, premium: 422 },
  getMeasure: { visitor: 404, stranger: 404, blocked: 404, free: 404, premium: 404 },
  getComplaint: { visitor: 404, stranger: 404, blocked: 404, free: 404, premium: 404 },
  sendReport: { visitor: 403, stranger: 200, blocked: 403, free: 200, premium: 200 },
  // Discounts: the code is one that does not exist.
  getDiscountCode: { visitor: 403, stranger: 404, blocked: 404, free: 404, premium: 404 },
  getLastOffer: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  dismissTimeBonus: { visitor: 403, stranger: 200, blocked: 200, free: 200, premium: 200 },
  logOut: { visitor: 200, stranger: 200, blocked: 200, free: 200, premium: 200 },
};
