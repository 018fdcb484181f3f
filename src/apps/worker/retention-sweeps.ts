import type { Sweep } from './sweeps.ts'
import type { Services } from '#apps/server/services.ts'
import {
  deleteEndedAccountKeys,
  eraseEndedSessions,
  deleteStepUpProofs,
  deleteChallenges,
  deleteCodes,
} from '#modules/accounts/server/public-api.ts'
import { deleteReservations } from '#modules/box-office/server/public-api.ts'
import { deleteOldEvents, deleteOldSearches } from '#modules/flights/server/public-api.ts'
import { deleteExpiredNews } from '#modules/follows/server/public-api.ts'
import { eraseInvitedRecipients } from '#modules/invitations/server/public-api.ts'
import { deleteNotices } from '#modules/notifications/server/public-api.ts'
import { deleteEmptyOrders, deleteOldPartnerCheckouts } from '#modules/orders/server/public-api.ts'
import { deleteWalletTokens } from '#modules/payments/server/public-api.ts'
import { deleteViews } from '#modules/presentation/server/public-api.ts'
import { eraseRecipients } from '#modules/tickets/server/public-api.ts'
import { deleteExpiredPasses, deleteOldSuspects } from '#modules/queue/server/public-api.ts'
import {
  deleteChangeLetters,
  deleteStaffChallenges,
  deleteStaffProofs,
} from '#modules/staff/server/public-api.ts'
import { deleteExpiredCounterCodes } from '#modules/wallet/server/public-api.ts'
import { deleteMessages } from '#modules/webhooks/server/public-api.ts'
import { deleteIdempotencyKeys } from '#platform/http/idempotency.ts'
import { deleteDeliveries } from '#platform/mail/send-once.ts'
import { deleteRequestCounts } from '#platform/request-limits.ts'

/** Deletes expired data; the periods are in docs/OPERATIONS.md. */
export function retentionSweeps(services: Pick<Services, 'systemContext'>): Sweep[] {
  const context = services.systemContext()
  return [
    { name: 'account-keys', everySeconds: 3_600, run: () => deleteEndedAccountKeys(context) },
    { name: 'one-time-codes', everySeconds: 3_600, run: () => deleteCodes(context) },
    { name: 'step-up-proofs', everySeconds: 3_600, run: () => deleteStepUpProofs(context) },
    { name: 'passkey-challenges', everySeconds: 3_600, run: () => deleteChallenges(context) },
    { name: 'staff-proofs', everySeconds: 3_600, run: () => deleteStaffProofs(context) },
    { name: 'staff-challenges', everySeconds: 3_600, run: () => deleteStaffChallenges(context) },
    { name: 'staff-change-letters', everySeconds: 3_600, run: () => deleteChangeLetters(context) },
    { name: 'idempotency-keys', everySeconds: 3_600, run: () => deleteIdempotencyKeys(context) },
    { name: 'request-counts', everySeconds: 300, run: () => deleteRequestCounts(context) },
    { name: 'ended-sessions', everySeconds: 3_600, run: () => eraseEndedSessions(context) },
    { name: 'empty-orders', everySeconds: 3_600, run: () => deleteEmptyOrders(context) },
    {
      name: 'partner-checkouts',
      everySeconds: 3_600,
      run: () => deleteOldPartnerCheckouts(context),
    },
    { name: 'share-recipients', everySeconds: 3_600, run: () => eraseRecipients(context) },
    { name: 'invited', everySeconds: 3_600, run: () => eraseInvitedRecipients(context) },
    { name: 'email-deliveries', everySeconds: 3_600, run: () => deleteDeliveries(context) },
    { name: 'notices', everySeconds: 3_600, run: () => deleteNotices(context) },
    { name: 'old-follow-news', everySeconds: 3_600, run: () => deleteExpiredNews(context) },
    { name: 'wallet-tokens', everySeconds: 86_400, run: () => deleteWalletTokens(context) },
    { name: 'story-views', everySeconds: 3_600, run: () => deleteViews(context) },
    { name: 'queue-passes', everySeconds: 3_600, run: () => deleteExpiredPasses(context) },
    { name: 'queue-suspects', everySeconds: 86_400, run: () => deleteOldSuspects(context) },
    { name: 'flight-searches', everySeconds: 600, run: () => deleteOldSearches(context) },
    { name: 'flight-events', everySeconds: 3_600, run: () => deleteOldEvents(context) },
    { name: 'counter-reservations', everySeconds: 3_600, run: () => deleteReservations(context) },
    { name: 'balance-codes', everySeconds: 3_600, run: () => deleteExpiredCounterCodes(context) },
    { name: 'old-webhook-messages', everySeconds: 3_600, run: () => deleteMessages(context) },
  ]
}
