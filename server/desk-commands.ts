import { manageCodes } from './discounts/manage-codes.ts';
import { debitBlocks } from './payments/debit/block-subjects.ts';
import { deskMismatches } from './payments/mismatches/desk-mismatches.ts';
import { deskWithdrawals } from './payments/withdrawal/desk-withdrawals.ts';
import { manageSettings } from './settings/manage-settings.ts';
import { manageNetworks } from './sources/manage-networks.ts';
import { showFunnel } from './sources/show-funnel.ts';
import { deskComplaints } from './support/desk-complaints.ts';
import { deskPhotos } from './support/desk-photos.ts';

/** The staff's commands by their first word. Each prints lines, records its act, and returns the exit code. */
export const deskCommands = {
  photos: deskPhotos,
  codes: manageCodes,
  networks: manageNetworks,
  settings: manageSettings,
  funnel: showFunnel,
  withdrawals: deskWithdrawals,
  mismatches: deskMismatches,
  ...debitBlocks,
  ...deskComplaints,
};
