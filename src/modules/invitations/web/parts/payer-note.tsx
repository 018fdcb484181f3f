import { useEffect, useRef } from 'react'
import { useTexts } from '../texts.ts'
import { useInvitations } from '../use-invitations.ts'

/** Tells the order's owner who is paying at the bank, and calls back when the payment has ended. */
export default function PayerNote(props: { orderKey: string; onChanged: () => void }) {
  const { orderKey, onChanged } = props
  const t = useTexts()
  const { list } = useInvitations(orderKey)
  const paying = list?.invitations.find(({ state }) => state === 'paying')
  const isPaying = paying !== undefined
  const isPaid = list?.invitations.some(({ state }) => state === 'paid') ?? false
  const wasPaying = useRef(false)
  useEffect(() => {
    const isOver = !isPaying && (wasPaying.current || isPaid)
    wasPaying.current = isPaying
    if (isOver) onChanged()
  }, [isPaying, isPaid, onChanged])
  if (!paying) return null
  const name = paying.name || paying.recipient || t('somebody')
  return <output className="block font-semibold text-good">{t('payingNow', { name })}</output>
}
