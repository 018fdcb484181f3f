import { Badge } from '#design/parts/badge.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Price } from '#design/parts/price.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime, formatMoney, formatTime } from '#kernel/format.ts'
import type { JourneyView } from '../../contract.ts'
import type { SegmentView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'
import { Alerts } from './alerts.tsx'
import { JourneyLegs } from './journey-legs.tsx'
import { JourneyTimes } from './journey-times.tsx'
import { Vehicle } from './vehicle.tsx'

interface JourneyRowProps {
  readonly journey: JourneyView
  /** Number of passengers. */
  readonly party: number
  /** Path of the link that chooses the journey, without a language. */
  readonly path: string
}

/** A journey with its times, carriers, price and availability. */
export function JourneyRow({ journey, party, path }: JourneyRowProps) {
  const t = useTexts()
  const locale = useLocale()
  const { segments, priceFrom, sale } = journey
  const [first] = segments
  if (!first) return null
  const departs = formatTime(first.from.at, first.from.timeZone)
  return (
    <li className="card card-lifted">
      <div className="grid gap-group desk:grid-cols-[minmax(0,1fr)_13rem] desk:items-center">
        <div className="min-w-0">
          <JourneyTimes journey={journey} />
          <ul className="mt-near flex flex-wrap gap-x-group gap-y-1 text-note">
            {segments.map((segment) => (
              <li key={`${segment.runId}.${segment.legFrom}`}>
                <Vehicle segment={segment} />
              </li>
            ))}
          </ul>
          {segments.length === 1 && <Classes segment={first} />}
        </div>
        <div className="flex items-center justify-between gap-near desk:flex-col desk:items-stretch desk:text-right">
          {sale === 'open' && priceFrom ? (
            <>
              <p className="figures leading-tight">
                <span className="text-lg font-[700]">
                  {t('priceFrom', { price: formatMoney(locale, priceFrom) })}
                </span>
                {party > 1 && (
                  <span className="block text-note text-soft">
                    {t('ridersCount', { count: party })}
                  </span>
                )}
              </p>
              <LinkButton
                to={path}
                aria-label={t('chooseJourney', { departs, vehicle: first.vehicle })}
              >
                {t('choose')}
              </LinkButton>
            </>
          ) : (
            <NotSold journey={journey} party={party} />
          )}
        </div>
      </div>
      <Alerts segments={segments} />
      <FoldOut title={t('details')} className="mt-tight">
        <JourneyLegs segments={segments} />
      </FoldOut>
    </li>
  )
}

/** Price for one adult and number of remaining seats by class. */
function Classes({ segment }: { segment: SegmentView }) {
  const t = useTexts()
  if (segment.sale !== 'open' || segment.classes.length < 2) return null
  return (
    <ul className="mt-near flex flex-wrap gap-tight">
      {segment.classes.map(({ classCode, name, price, seatsLeft }) => (
        <li
          key={classCode}
          className="figures rounded-md border border-rule px-2.5 py-1 text-note leading-snug"
        >
          <span className="font-semibold">{name}</span>
          {price && (
            <>
              {' '}
              <Price money={price} />
            </>
          )}
          <span className={seatsLeft > 0 && seatsLeft < 10 ? 'text-warn' : 'text-soft'}>
            {' · '}
            {seatsLeft === 0 ? t('sale_full') : t('seatsLeft', { count: seatsLeft })}
          </span>
        </li>
      ))}
    </ul>
  )
}

const canAsk: ReadonlySet<SegmentView['sale']> = new Set(['full', 'not-yet'])

interface NotSoldProps {
  readonly journey: JourneyView
  readonly party: number
}

/** Why a journey cannot be bought, and a link to request places from the carrier where that is possible. */
function NotSold({ journey: { sale, segments }, party }: NotSoldProps) {
  const t = useTexts()
  const locale = useLocale()
  if (sale === 'open') return null
  const opens = segments.map(({ saleOpensAt }) => saleOpensAt).find((at) => at !== null)
  const date = opens ? formatDateTime(locale, opens) : ''
  const isBad = sale === 'full' || sale === 'cancelled'
  const wanted = segments.find((one) => one.runId !== null && canAsk.has(one.sale))
  return (
    <p className="space-y-1">
      <Badge tone={isBad ? 'bad' : undefined}>{t(`sale_${sale}`, { date })}</Badge>
      {wanted && (
        <LocalLink
          to={`/requests/transport/${wanted.runId}?legs=${wanted.legFrom}-${wanted.legTo}&party=${party}`}
          className="link block text-note"
        >
          {t('ask')}
        </LocalLink>
      )}
    </p>
  )
}
