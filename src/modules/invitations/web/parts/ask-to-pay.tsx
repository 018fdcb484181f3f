import { useTexts } from '../texts.ts'
import { Invitations } from './invitations.tsx'

/** Asks somebody else to pay an order, and shows what becomes of it. */
export default function AskToPay(props: { orderKey: string; onChanged: () => void }) {
  const t = useTexts()
  return <Invitations {...props} purpose="pay" explanation={t('askText')} />
}
