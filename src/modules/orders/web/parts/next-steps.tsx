import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAuthAddress } from '#design/data/visitor.ts'
import { LocalLink } from '#design/parts/local-link.tsx'
import type { OrderView } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { OrderMessage } from './order-message.tsx'

/** No order to be seen: another browser began it, or the session is over. */
export function OrderNotFound() {
  const t = useTexts()
  const authAddress = useAuthAddress()
  return (
    <OrderMessage
      icon={<SearchX size={40} />}
      tone="calm"
      title={t('missingTitle')}
      actions={
        <>
          <a href={authAddress('login')} className="button">
            {t('signIn')}
          </a>
          <LocalLink to="/" className="button button-quiet">
            {t('toHome')}
          </LocalLink>
        </>
      }
    >
      <p>{t('missingText')}</p>
    </OrderMessage>
  )
}

/** The way back to where the places were chosen. An order that lost its lines has lost its event too. */
export function BackToEvent({ order, children }: { order: OrderView; children?: ReactNode }) {
  const t = useTexts()
  const [item] = order.items
  const eventId = order.event?.eventId ?? order.lines.find((line) => line.eventId)?.eventId
  const isEvent = item === undefined || item.about.kind === 'event'
  return (
    <>
      {children}
      {eventId && (
        <LocalLink
          to={isEvent ? `/events/${eventId}` : item.pagePath}
          className={children ? 'button button-quiet' : 'button'}
        >
          {t(isEvent ? 'toEvent' : 'toItem')}
        </LocalLink>
      )}
      <LocalLink to="/" className="button button-quiet">
        {t('toHome')}
      </LocalLink>
    </>
  )
}

/** To the balance, where that is where money went; a guest signs in first and it becomes theirs. */
export function WalletLink({ to }: { to: 'provider' | 'balance' | 'owed' }) {
  const t = useTexts()
  const authAddress = useAuthAddress()
  if (to === 'provider') return null
  if (to === 'balance')
    return (
      <LocalLink to="/account/wallet" className="button button-quiet">
        {t('toWallet')}
      </LocalLink>
    )
  return (
    <a href={authAddress('login')} className="button button-quiet">
      {t('toWalletSignIn')}
    </a>
  )
}
