import { useVisitor } from '#design/data/visitor.ts'
import { GuestOrders, OrderLists } from '#modules/tickets/web/pages/orders.tsx'
import { useTexts } from '#modules/tickets/web/texts.ts'
import { AccountFrame } from '../account/frame.tsx'

export { cachedClientLoader as clientLoader } from '#design/data/cached-loader.ts'
export { loader } from '#modules/tickets/web/pages/orders.tsx'

/** A customer's orders, in the account's layout; guests have orders but no account. */
export default function OrdersPage() {
  const t = useTexts()
  const isCustomer = useVisitor()?.actor === 'customer'
  if (!isCustomer) return <GuestOrders />
  return (
    <AccountFrame section="orders" title={t('ordersTitle')}>
      <OrderLists />
    </AccountFrame>
  )
}
