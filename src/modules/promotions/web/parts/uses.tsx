import { useState } from 'react'
import { orderStatus } from '#contract/enumerations.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { formatDateTime, formatMoney } from '#kernel/format.ts'
import { readPromotionUses, type PromotionUsesView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

type UsesSubject = { readonly codeId: number } | { readonly optionId: number }

/** Orders with a code or an option of this name, loaded on demand. */
export function Uses({ name, ...handle }: UsesSubject & { readonly name: string }) {
  const t = useTexts()
  const locale = useLocale()
  const [state, setState] = useState<PromotionUsesView | 'failed' | 'loading' | null>(null)

  async function load(): Promise<void> {
    setState('loading')
    try {
      setState(await browserClient(locale).send(readPromotionUses, { query: handle }))
    } catch {
      setState('failed')
    }
  }

  return (
    <details
      className="mt-1"
      onToggle={(event) => {
        if (event.currentTarget.open && (state === null || state === 'failed')) void load()
      }}
    >
      <summary
        aria-label={`${t('uses')}: ${name}`}
        className="link inline-flex min-h-11 cursor-pointer items-center"
      >
        {t('uses')}
      </summary>
      {state === 'loading' && <Skeleton blocks={['h-12 max-w-xl']} />}
      {state === 'failed' && <Notice>{t('usesFailed')}</Notice>}
      {typeof state === 'object' && state !== null && <UsesTable uses={state.uses} />}
    </details>
  )
}

function UsesTable({ uses }: PromotionUsesView) {
  const t = useTexts()
  const locale = useLocale()
  if (uses.length === 0) return <p className="text-soft">{t('usesEmpty')}</p>
  return (
    <ul className="max-w-2xl divide-y divide-rule">
      {uses.map((use) => (
        <li key={use.orderNumber} className="figures flex flex-wrap gap-x-5 py-2">
          <span className="font-semibold">{use.orderNumber}</span>
          <span className="text-soft">{formatDateTime(locale, use.createdAt)}</span>
          <span>{t(statusKey(use.status))}</span>
          <span>
            {use.quantity > 1 && `${use.quantity} × `}
            {formatMoney(locale, use.amount)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function statusKey(status: number): 'statusPaid' | 'statusOpen' | 'statusEnded' {
  const { Processed, WaitingForTicket, Transferred, Draft, Checkout, PaymentPending } = orderStatus
  const isOneOf = (...some: number[]) => some.includes(status)
  if (isOneOf(Processed, WaitingForTicket, Transferred)) return 'statusPaid'
  return isOneOf(Draft, Checkout, PaymentPending) ? 'statusOpen' : 'statusEnded'
}
