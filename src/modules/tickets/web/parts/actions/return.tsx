import type { ActionPanelProps } from './action.ts'
import { GoBack } from './go-back.tsx'

/** Returning the ticket for what its tier leaves. */
export default function ReturnPanel(props: ActionPanelProps) {
  return <GoBack {...props} kind="return" />
}
