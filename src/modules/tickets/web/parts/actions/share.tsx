import { useTransferTexts } from '../../transfer-texts.ts'
import type { ActionPanelProps } from './action.ts'
import { SharingForm } from './sharing-form.tsx'

/** Showing a ticket to somebody who goes along: the ticket stays the holder's. */
export default function SharePanel(props: ActionPanelProps) {
  const t = useTransferTexts()
  return <SharingForm {...props} handsOver={false} explanation={t('shareText')} />
}
