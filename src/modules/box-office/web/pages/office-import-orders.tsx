import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Select } from '#design/parts/select.tsx'
import { useLocale } from '#design/texts.tsx'
import { importOrdersOf } from '../../outside-contract.ts'
import { listTerminals } from '../../terminals-contract.ts'
import { ImportOrders } from '../parts/import-orders.tsx'
import { useTexts } from '../texts.ts'

/** The organisers are those that may have terminals: all of them. */
export function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  return signInFirst(calls, url, calls.send(listTerminals))
}

/** Import of orders that were sold elsewhere, for an organiser. */
export default function OfficeImportOrdersPage() {
  const t = useTexts()
  const locale = useLocale()
  const { merchants } = useLoaderData<typeof loader>()
  const [merchantId, setMerchant] = useState(merchants[0]?.merchantId ?? 0)
  return (
    <>
      <title>{t('importTitle')}</title>
      <PageTitle look="office">{t('importTitle')}</PageTitle>
      <div className="my-group max-w-[42rem]">
        <Select
          label={t('terminalMerchant')}
          value={merchantId}
          onChange={({ target }) => setMerchant(Number(target.value))}
        >
          {merchants.map((one) => (
            <option key={one.merchantId} value={one.merchantId}>
              {one.name}
            </option>
          ))}
        </Select>
      </div>
      <ImportOrders
        key={merchantId}
        send={(body) => browserClient(locale).send(importOrdersOf, { query: { merchantId }, body })}
      />
    </>
  )
}
