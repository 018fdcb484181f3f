import { redirect, type LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { localizedPath, splitLocale } from '#kernel/locale.ts'
import { currentOrder } from '#modules/orders/current-contract.ts'
import { useTexts } from '../texts.ts'

/** Redirects to the checkout of the visitor's open order, if there is one. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const order = calls.actor === 'visitor' ? null : (await calls.send(currentOrder)).order
  if (!order) return null
  const { locale } = splitLocale(url.pathname)
  throw redirect(localizedPath(locale, `/movies/checkout/${order.orderKey}`))
}

/** Page shown without an open order. */
export default function NoOrder() {
  const t = useTexts()
  return (
    <div className="page pt-part pb-section">
      <title>{t('noOrder')}</title>
      <PageTitle look="heading">{t('title')}</PageTitle>
      <EmptyState
        title={t('noOrder')}
        action={<LinkButton to="/movies/showtimes">{t('allShowtimes')}</LinkButton>}
      />
    </div>
  )
}
