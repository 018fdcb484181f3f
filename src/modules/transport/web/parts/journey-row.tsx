import { Badge } from '#design/parts/badge.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateShort, formatMoney, formatTime } from '#kernel/format.ts'
import type { ShownJourney, ShownSegment } from '../journey-data.ts'
import { useTexts } from '../texts.ts'
import { Alerts } from './alerts.tsx'
import { JourneyLegs } from './journey-legs.tsx'
import { JourneyTimes } from './journey-times.tsx'
import { Vehicle } from './vehicle.tsx'

interface JourneyRowProps {
  readonly journey: ShownJourney
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
      <div className="journey">
        <div>
          <JourneyTimes journey={journey} />
          <Vehicles segments={segments} />
          {segments.length === 1 && <Classes segment={first} />}
        </div>
        <div className="journey-offer">
          {sale === 'open' && priceFrom ? (
            <>
              <p className="figures">
                <b>{t('priceFrom', { price: formatMoney(locale, priceFrom) })}</b>
                {party > 1 && <small>{t('ridersCount', { count: party })}</small>}
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

/** The vehicles of a journey; a single one is no list. */
export function Vehicles({ segments }: { segments: readonly ShownSegment[] }) {
  const [first] = segments
  if (segments.length === 1 && first)
    return (
      <p className="journey-vehicles">
        <Vehicle segment={first} />
      </p>
    )
  return (
    <ul className="journey-vehicles">
      {segments.map((segment) => (
        <li key={`${segment.runId}.${segment.legFrom}`}>
          <Vehicle segment={segment} />
        </li>
      ))}
    </ul>
  )
}

/** Price for one adult and number of remaining seats by class. */
function Classes({ segment }: { segment: ShownSegment }) {
  const t = useTexts()
  const locale = useLocale()
  if (segment.sale !== 'open' || segment.classes.length < 2) return null
  return (
    <ul className="journey-classes figures">
      {segment.classes.map(({ classCode, name, price, seatsLeft }) => (
        <li key={classCode} className={seatsLeft === 0 ? 'text-soft' : undefined}>
          <b>{name}</b> {price && <>{formatMoney(locale, price)} </>}
          <span className={seatsLeft > 0 && seatsLeft < 10 ? 'few-left' : undefined}>
            {seatsLeft === 0 ? t('sale_full') : t('seatsLeft', { count: seatsLeft })}
          </span>
        </li>
      ))}
    </ul>
  )
}

const canAsk: ReadonlySet<ShownSegment['sale']> = new Set(['full', 'not-yet'])

interface NotSoldProps {
  readonly journey: ShownJourney
  readonly party: number
}

/** Why a journey cannot be bought, and a link to request places from the carrier where that is possible. */
function NotSold({ journey: { sale, segments }, party }: NotSoldProps) {
  const t = useTexts()
  const locale = useLocale()
  if (sale === 'open') return null
  const opens = segments.map(({ saleOpensAt }) => saleOpensAt).find((at) => at !== null)
  const date = opens ? formatDateShort(locale, opens) : ''
  const isBad = sale === 'full' || sale === 'cancelled'
  // Seats are left, but not these passengers': fewer than they are, or no wheelchair space.
  const isForOthers = sale === 'full' && segments.every((one) => one.sale === 'open')
  const wanted = segments.find((one) => one.runId !== null && canAsk.has(one.sale))
  return (
    <p className="space-y-1">
      <Badge tone={isBad ? 'bad' : undefined}>
        {isForOthers
          ? t('saleOthers')
          : sale === 'not-yet' && !opens
            ? t('saleLater')
            : t(`sale_${sale}`, { date })}
      </Badge>
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
