import { useTexts } from '../texts.ts'
import { useInvitations } from '../use-invitations.ts'

/** Says who is at the bank for the order's owner; nothing where it is nobody. */
export default function PayerNote({ orderKey }: { orderKey: string }) {
  const t = useTexts()
  const { list } = useInvitations(orderKey)
  const paying = list?.invitations.find(({ state }) => state === 'paying')
  if (!paying) return null
  const name = paying.name || paying.recipient || t('somebody')
  return <output className="block font-semibold text-good">{t('payingNow', { name })}</output>
}
