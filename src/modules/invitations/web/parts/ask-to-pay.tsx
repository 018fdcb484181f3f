import { useTexts } from '../texts.ts'
import { Invitations } from './invitations.tsx'

/** Panel that asks another person to pay for an order and shows their progress. */
export default function AskToPay(props: { orderKey: string; onChanged: () => void }) {
  const t = useTexts()
  return <Invitations {...props} purpose="pay" explanation={t('askText')} />
}
