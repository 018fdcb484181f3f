import { kindOf } from '../../numbers-in-kind.ts'
import { useTransferTexts } from '../../transfer-texts.ts'
import type { ActionPanelProps } from './action.ts'
import { SharingForm } from './sharing-form.tsx'

/** Giving a ticket to somebody: theirs once they take it, the giver's until then. */
export default function TransferPanel(props: ActionPanelProps) {
  const t = useTransferTexts()
  return (
    <SharingForm
      {...props}
      handsOver
      explanation={t('passOnText', { kind: kindOf(props.ticket) })}
    />
  )
}
