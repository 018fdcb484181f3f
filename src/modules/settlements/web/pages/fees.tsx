import { useLoaded } from '#design/data/use-loaded.ts'
import { Panel } from '#design/parts/card.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatMoney } from '#kernel/format.ts'
import { merchantFees, type MerchantFeesView } from '../../fees-contract.ts'
import type { FeeTermsView } from '../../shapes.ts'
import { FeesForm } from '../parts/fees-form.tsx'
import { useTexts } from '../texts.ts'
import { formatFee } from '../format-fees.ts'

/** Who pays the commission, and the organiser's own fee. */
export default function FeesPage() {
  const t = useTexts()
  const part = useLoaded(merchantFees, {})
  return (
    <>
      <title>{t('feesTitle')}</title>
      <PageTitle look="office">{t('feesTitle')}</PageTitle>
      <p className="mt-2 max-w-2xl text-soft">{t('feesIntro')}</p>
      <div className="mt-group space-y-part">
        <LoadedPart of={part}>{(view) => <Fees view={view} onChanged={part.reload} />}</LoadedPart>
      </div>
    </>
  )
}

function Fees({ view, onChanged }: { view: MerchantFeesView; onChanged: () => void }) {
  const t = useTexts()
  const locale = useLocale()
  const { now, coming } = view
  return (
    <div className="grid grid-cols-1 gap-group desk:grid-cols-2">
      <div className="space-y-group">
        <Panel title={t('feesNow')}>
          <Version terms={now} />
        </Panel>
        {coming.map((terms) => (
          <Panel
            key={terms.validFrom}
            title={t('feesFrom', { at: formatDate(locale, terms.validFrom, { year: true }) })}
          >
            <Version terms={terms} />
          </Panel>
        ))}
        <p className="text-note text-soft">{t('feesFree')}</p>
      </div>
      <Panel title={t('feesChange')}>
        <FeesForm view={view} onSaved={onChanged} />
      </Panel>
    </div>
  )
}

function Version({ terms }: { terms: FeeTermsView | null }) {
  const t = useTexts()
  const locale = useLocale()
  const own = terms && formatFee(locale, terms)
  const limits = terms && [
    terms.ownMin.amount > 0 && t('feesOwnLeast', { amount: formatMoney(locale, terms.ownMin) }),
    terms.ownMax && t('feesOwnMost', { amount: formatMoney(locale, terms.ownMax) }),
  ]
  return (
    <div className="space-y-tight">
      <p className="font-semibold">{t(terms?.isCommissionAdded ? 'feesAdded' : 'feesInside')}</p>
      {own ? (
        <>
          <p>{t('feesOwn', { fee: [own, ...(limits ?? [])].filter(Boolean).join(', ') })}</p>
          <p>{t(terms?.isOwnReturned ? 'feesOwnReturned' : 'feesOwnKept')}</p>
        </>
      ) : (
        <p>{t('feesOwnNone')}</p>
      )}
    </div>
  )
}
