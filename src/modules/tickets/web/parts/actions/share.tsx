import { kindOf } from '../../numbers-in-kind.ts'
import { useTransferTexts } from '../../transfer-texts.ts'
import type { ActionPanelProps } from './action.ts'
import { SharingForm } from './sharing-form.tsx'

/** Shows a ticket to a companion; the holder keeps it. */
export default function SharePanel(props: ActionPanelProps) {
  const t = useTransferTexts()
  return (
    <SharingForm
      {...props}
      handsOver={false}
      explanation={t('shareText', { kind: kindOf(props.ticket) })}
    />
  )
}
