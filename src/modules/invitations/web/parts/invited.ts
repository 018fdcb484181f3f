import type { InvitedView } from '../../contract.ts'

/** Props of both variants of the invitation page. */
export interface InvitedProps {
  readonly token: string
  readonly invited: InvitedView
  /** Name of the sender, or a placeholder. */
  readonly name: string
  /** When the reply arrived, as `performance.now()`; null for server-rendered data. */
  readonly receivedAt: number | null
  readonly onInvited: (invited: InvitedView) => void
}
