import type { ActionPanelProps } from './action.ts'
import { GoBack } from './go-back.tsx'

/** The return of a ticket whose departure does not run; there is nothing else to choose here. */
export default function ReturnOffPanel(props: ActionPanelProps) {
  return <GoBack {...props} kind="return" />
}
