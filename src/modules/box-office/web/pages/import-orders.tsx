import { browserClient } from '#design/data/browser-calls.ts'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { importOrders } from '../../outside-contract.ts'
import { ImportOrders } from '../parts/import-orders.tsx'
import { useTexts } from '../texts.ts'

/** Import of an organiser's orders that were sold elsewhere. */
export default function ImportOrdersPage() {
  const t = useTexts()
  const locale = useLocale()
  return (
    <>
      <title>{t('importTitle')}</title>
      <PageTitle look="office">{t('importTitle')}</PageTitle>
      <ImportOrders send={(body) => browserClient(locale).send(importOrders, { body })} />
    </>
  )
}
