import type { Locale } from '#kernel/locale.ts'
import { defineJob, defineMessageJob } from '#platform/jobs/jobs.ts'

export interface InvitationMessage {
  readonly invitationId: string
  readonly locale: Locale
}

/** Sends an invitation to its recipient. */
export const invitationMessageJob = defineMessageJob<InvitationMessage>('invitation-message')

/** Reserves a ticket for each accepted invitation, once the order has tickets. */
export const invitationTicketsJob = defineJob<{ readonly orderId: number }>('invitation-tickets')
