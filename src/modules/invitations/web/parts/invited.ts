import type { InvitedView } from '../../contract.ts'

/** What both kinds of an invitation's page are made of. */
export interface InvitedProps {
  readonly token: string
  readonly invited: InvitedView
  /** Who invites, or words for somebody. */
  readonly name: string
  /** When the answer arrived, on the clock of `performance.now()`; null for what the page came with. */
  readonly receivedAt: number | null
  readonly onInvited: (invited: InvitedView) => void
}
