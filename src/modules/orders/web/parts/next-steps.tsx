import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAuthAddress } from '#design/data/visitor.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import type { OrderView } from '../../contract.ts'
import { useOutcomeTexts } from '../outcomes-texts.ts'
import { useTexts } from '../texts.ts'
import { OrderMessage } from './order-message.tsx'

/** No order to be seen: another browser began it, or the session is over. */
export function OrderNotFound() {
  const t = useOutcomeTexts()
  const words = useTexts()
  const authAddress = useAuthAddress()
  return (
    <OrderMessage
      icon={<SearchX size={40} />}
      tone="calm"
      title={t('missingTitle')}
      actions={
        <>
          <LinkButton href={authAddress('login')}>{words('signIn')}</LinkButton>
          <LinkButton look="quiet" to="/">
            {t('toHome')}
          </LinkButton>
        </>
      }
    >
      <p>{t('missingText')}</p>
    </OrderMessage>
  )
}

/** The way back to where the places were chosen; none for an order that lost its lines. */
export function BackToEvent({ order, children }: { order: OrderView; children?: ReactNode }) {
  const t = useOutcomeTexts()
  const [item] = order.items
  return (
    <>
      {children}
      {item && (
        <LinkButton look={children ? 'quiet' : 'main'} to={item.placesPath}>
          {t(item.about.kind === 'event' ? 'toEvent' : 'toItem')}
        </LinkButton>
      )}
      <LinkButton look="quiet" to="/">
        {t('toHome')}
      </LinkButton>
    </>
  )
}

/** To the balance, where that is where money went; a guest signs in first and it becomes theirs. */
export function WalletLink({ to }: { to: 'provider' | 'balance' | 'owed' }) {
  const t = useOutcomeTexts()
  const authAddress = useAuthAddress()
  if (to === 'provider') return null
  if (to === 'balance')
    return (
      <LinkButton look="quiet" to="/account/wallet">
        {t('toWallet')}
      </LinkButton>
    )
  return (
    <LinkButton look="quiet" href={authAddress('login')}>
      {t('toWalletSignIn')}
    </LinkButton>
  )
}
