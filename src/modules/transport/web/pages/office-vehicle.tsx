import { useParams } from 'react-router'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Panel } from '#design/parts/card.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDate } from '#kernel/format.ts'
import { readVehicle, type VehicleView } from '../../vehicles-contract.ts'
import { useTexts } from '../office-texts.ts'
import { CoachDrawing } from '../parts/coach-drawing.tsx'
import '../seats.css'

type Days = VehicleView['lines'][number]['days'][number]

/** One vehicle: its figures, the lines that use it, and its coaches as shoppers see them. */
export default function OfficeVehiclePage() {
  const { vehicleTypeId = '' } = useParams()
  const part = useLoaded(readVehicle, { query: { vehicleTypeId } })
  return <LoadedPart of={part}>{(vehicle) => <OneVehicle vehicle={vehicle} />}</LoadedPart>
}

function OneVehicle({ vehicle }: { vehicle: VehicleView }) {
  const t = useTexts()
  const { name, carrier, code, placeCount, wheelchairCount, withheldCount, runCount } = vehicle
  const locale = useLocale()
  const day = (date: string) => formatDate(locale, `${date}T12:00:00Z`, { year: true })
  const daysText = ({ from, until, tripCount }: Days): string => {
    const trips = t('vehicleTrips', { count: tripCount })
    if (from !== null && until !== null)
      return t('vehicleDays', { from: day(from), until: day(until), trips })
    return from === null
      ? t('vehicleDaysUntil', { until: day(until ?? ''), trips })
      : t('vehicleDaysFrom', { from: day(from), trips })
  }
  const figures = [
    [t('seats'), placeCount],
    ...vehicle.classes.map((one) => [one.name, one.placeCount] as const),
    [t('vehicleWheelchairs'), wheelchairCount],
    [t('vehicleWithheld'), withheldCount],
    [t('vehicleRunsTitle'), runCount],
  ] as const
  return (
    <>
      <title>{name}</title>
      <p className="text-note">
        <LocalLink to="/merchant/vehicles" className="link">
          {t('vehiclesTitle')}
        </LocalLink>
      </p>
      <PageTitle look="office" className="mt-1">
        {name}
      </PageTitle>
      <p className="text-soft">
        <Dotted facts={[carrier, t('vehicleCode', { code })]} />
      </p>
      <p className="mt-near flex flex-wrap gap-near">
        <LinkButton look="quiet" to={`/merchant/vehicles/new?version-of=${vehicle.vehicleTypeId}`}>
          {t('vehicleNewVersion')}
        </LinkButton>
        <LinkButton look="quiet" to={`/merchant/vehicles/new?like=${vehicle.vehicleTypeId}`}>
          {t('vehicleDuplicate')}
        </LinkButton>
      </p>
      <dl className="mt-group flex flex-wrap gap-x-part gap-y-2">
        {figures.map(([label, figure]) => (
          <div key={label}>
            <dt className="text-note text-soft">{label}</dt>
            <dd className="figures text-lg font-semibold">{formatCount(locale, figure)}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-group space-y-group">
        <Panel title={t('vehicleLines')} look="ruled">
          {vehicle.lines.length === 0 ? (
            <p className="text-soft">{t('vehicleLinesNone')}</p>
          ) : (
            <ul className="space-y-1">
              {vehicle.lines.map(({ lineId, name: line, tripCount, days }) => (
                <li key={lineId} className="break-words">
                  <LocalLink to={`/merchant/runs?line=${lineId}`} className="link">
                    {line}
                  </LocalLink>{' '}
                  <span className="text-note text-soft">
                    {t('vehicleTrips', { count: tripCount })}
                  </span>
                  {days
                    .filter(({ from, until }) => from !== null || until !== null)
                    .map((span) => (
                      <p key={`${span.from} ${span.until}`} className="text-note text-soft">
                        {daysText(span)}
                      </p>
                    ))}
                </li>
              ))}
            </ul>
          )}
        </Panel>
        <Panel title={t('vehicleCoaches')} note={t('vehicleCoachesNote')} look="ruled">
          <div className="space-y-group">
            {vehicle.coaches.map((coach) => (
              <CoachDrawing key={`${coach.number} ${coach.deck}`} coach={coach} />
            ))}
          </div>
        </Panel>
      </div>
    </>
  )
}
