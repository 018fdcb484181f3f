import type { ActionPanelProps } from './action.ts'
import { GoBack } from './go-back.tsx'

/** Giving the ticket to the platform, which sells the place again. */
export default function ResellPanel(props: ActionPanelProps) {
  return <GoBack {...props} kind="resale" />
}
