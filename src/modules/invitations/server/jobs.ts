import type { Locale } from '#kernel/locale.ts'
import { defineJob, defineMessageJob } from '#platform/jobs/jobs.ts'

export interface InvitationMessage {
  readonly invitationId: string
  readonly locale: Locale
}

/** Sends an invitation to where it goes. */
export const invitationMessageJob = defineMessageJob<InvitationMessage>('invitation-message')

/** Sets a ticket aside for each who has accepted, once the order has tickets. */
export const invitationTicketsJob = defineJob<{ readonly orderId: number }>('invitation-tickets')
