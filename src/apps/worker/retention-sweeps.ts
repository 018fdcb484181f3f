import type { Sweep } from './sweeps.ts'
import type { Services } from '#apps/server/services.ts'
import {
  deleteEndedAccountKeys,
  eraseEndedSessions,
  forgetStepUpProofs,
  forgetChallenges,
  forgetCodes,
} from '#modules/accounts/server/public-api.ts'
import { forgetReservations } from '#modules/box-office/server/public-api.ts'
import { deleteOldEvents, deleteOldSearches } from '#modules/flights/server/public-api.ts'
import { deleteExpiredNews } from '#modules/follows/server/public-api.ts'
import { forgetInvited } from '#modules/invitations/server/public-api.ts'
import { forgetNotices } from '#modules/notifications/server/public-api.ts'
import { deleteEmptyOrders, deleteOldPartnerCheckouts } from '#modules/orders/server/public-api.ts'
import { forgetViews } from '#modules/presentation/server/public-api.ts'
import { forgetRecipients } from '#modules/tickets/server/public-api.ts'
import { deleteExpiredPasses, deleteOldSuspects } from '#modules/queue/server/public-api.ts'
import { forgetStaffChallenges } from '#modules/staff/server/public-api.ts'
import { deleteExpiredCounterCodes } from '#modules/wallet/server/public-api.ts'
import { forgetMessages } from '#modules/webhooks/server/public-api.ts'
import { forgetIdempotencyKeys } from '#platform/http/idempotency.ts'
import { forgetDeliveries } from '#platform/mail/send-once.ts'
import { forgetRequestCounts } from '#platform/request-limits.ts'

/** Deletes expired data; the periods are in docs/OPERATIONS.md. */
export function retentionSweeps(services: Pick<Services, 'systemContext'>): Sweep[] {
  const context = services.systemContext()
  return [
    { name: 'account-keys', everySeconds: 3_600, run: () => deleteEndedAccountKeys(context) },
    { name: 'one-time-codes', everySeconds: 3_600, run: () => forgetCodes(context) },
    { name: 'step-up-proofs', everySeconds: 3_600, run: () => forgetStepUpProofs(context) },
    { name: 'passkey-challenges', everySeconds: 3_600, run: () => forgetChallenges(context) },
    { name: 'staff-challenges', everySeconds: 3_600, run: () => forgetStaffChallenges(context) },
    { name: 'idempotency-keys', everySeconds: 3_600, run: () => forgetIdempotencyKeys(context) },
    { name: 'request-counts', everySeconds: 300, run: () => forgetRequestCounts(context) },
    { name: 'ended-sessions', everySeconds: 3_600, run: () => eraseEndedSessions(context) },
    { name: 'empty-orders', everySeconds: 3_600, run: () => deleteEmptyOrders(context) },
    {
      name: 'partner-checkouts',
      everySeconds: 3_600,
      run: () => deleteOldPartnerCheckouts(context),
    },
    { name: 'share-recipients', everySeconds: 3_600, run: () => forgetRecipients(context) },
    { name: 'invited', everySeconds: 3_600, run: () => forgetInvited(context) },
    { name: 'email-deliveries', everySeconds: 3_600, run: () => forgetDeliveries(context) },
    { name: 'notices', everySeconds: 3_600, run: () => forgetNotices(context) },
    { name: 'old-follow-news', everySeconds: 3_600, run: () => deleteExpiredNews(context) },
    { name: 'story-views', everySeconds: 3_600, run: () => forgetViews(context) },
    { name: 'queue-passes', everySeconds: 3_600, run: () => deleteExpiredPasses(context) },
    { name: 'queue-suspects', everySeconds: 86_400, run: () => deleteOldSuspects(context) },
    { name: 'flight-searches', everySeconds: 600, run: () => deleteOldSearches(context) },
    { name: 'flight-events', everySeconds: 3_600, run: () => deleteOldEvents(context) },
    { name: 'counter-reservations', everySeconds: 3_600, run: () => forgetReservations(context) },
    { name: 'balance-codes', everySeconds: 3_600, run: () => deleteExpiredCounterCodes(context) },
    { name: 'old-webhook-messages', everySeconds: 3_600, run: () => forgetMessages(context) },
  ]
}
