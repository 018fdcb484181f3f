import { useState } from 'react'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Select } from '#design/parts/select.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { deliveryStates, listDeliveries, type MailingView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

/** Delivery log by order. */
export function Deliveries({ mailing }: { mailing: MailingView }) {
  const t = useTexts()
  const locale = useLocale()
  const { mailingId, counts } = mailing
  const [state, setState] = useState('')
  /** Offsets of the previous pages. */
  const [before, setBefore] = useState<readonly number[]>([])
  const [offset, setOffset] = useState(0)
  const query = { mailingId, offset, ...(state !== '' && { state: state as 'sent' }) }
  const list = useLoaded(listDeliveries, { query })
  return (
    <Panel title={t('whatBecame')} look="ruled">
      <dl className="flex flex-wrap gap-x-part gap-y-2">
        {deliveryStates.map((one) => (
          <div key={one}>
            <dt className="text-note text-soft">{t(`count-${one}`)}</dt>
            <dd className="figures text-lg font-semibold">{counts[one]}</dd>
          </div>
        ))}
      </dl>
      <Select
        label={t('whatBecame')}
        frameClassName="mt-near max-w-xs"
        value={state}
        onChange={({ target }) => {
          setOffset(0)
          setBefore([])
          setState(target.value)
        }}
      >
        <option value="">{t('anyState')}</option>
        {deliveryStates.map((one) => (
          <option key={one} value={one}>
            {t(`count-${one}`)}
          </option>
        ))}
      </Select>
      <LoadedPart of={list} height="h-32" className="mt-near">
        {(value) => (
          <>
            {value.items.length === 0 && <p className="mt-near text-soft">{t('deliveriesNone')}</p>}
            <ul className="mt-near divide-y divide-rule">
              {value.items.map(({ orderNumber, state: one, reason, at }, index) => (
                <li
                  key={`${orderNumber} ${index}`}
                  className="flex flex-wrap gap-x-group gap-y-1 py-tight"
                >
                  <LocalLink to={`/merchant/orders/${orderNumber}`} className="link figures">
                    {orderNumber}
                  </LocalLink>
                  <span className="grow">
                    {t(`count-${one}`)}
                    {reason && `: ${t(`reason-${reason}`)}`}
                  </span>
                  <time dateTime={at} className="figures text-note text-soft">
                    {formatDateTime(locale, at)}
                  </time>
                </li>
              ))}
            </ul>
            <Pages
              hasBefore={before.length > 0}
              hasNext={value.next !== null}
              onBack={() => {
                setOffset(before.at(-1) ?? 0)
                setBefore(before.slice(0, -1))
              }}
              onNext={() => {
                setBefore([...before, offset])
                setOffset(value?.next ?? 0)
              }}
            />
          </>
        )}
      </LoadedPart>
    </Panel>
  )
}

interface PagesProps {
  readonly hasBefore: boolean
  readonly hasNext: boolean
  readonly onBack: () => void
  readonly onNext: () => void
}

function Pages({ hasBefore, hasNext, onBack, onNext }: PagesProps) {
  const t = useTexts()
  return (
    <div className="mt-near flex flex-wrap gap-near empty:hidden">
      {hasBefore && (
        <Button look="quiet" onClick={onBack}>
          {t('back')}
        </Button>
      )}
      {hasNext && (
        <Button look="quiet" onClick={onNext}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}
