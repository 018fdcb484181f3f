import { useLoaded } from '#design/data/use-loaded.ts'
import { LoadedList } from '#design/parts/loaded-part.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount } from '#kernel/format.ts'
import { listVehicles, type VehicleLine } from '../../vehicles-contract.ts'
import { useTexts } from '../office-texts.ts'

/** Vehicles of the carrier, those in use first. */
export default function OfficeVehiclesPage() {
  const t = useTexts()
  const list = useLoaded(listVehicles, {})
  return (
    <>
      <title>{t('vehiclesTitle')}</title>
      <PageTitle look="office">{t('vehiclesTitle')}</PageTitle>
      <p className="my-near flex flex-wrap gap-near">
        <LinkButton look="quiet" to="/merchant/vehicles/assign">
          {t('vehiclesAssign')}
        </LinkButton>
        <LinkButton look="quiet" to="/merchant/vehicles/new">
          {t('vehiclesNew')}
        </LinkButton>
      </p>
      <LoadedList of={list} empty={<EmptyState title={t('vehiclesNone')} />}>
        {(vehicle) => <Line key={vehicle.vehicleTypeId} vehicle={vehicle} />}
      </LoadedList>
    </>
  )
}

function Line({ vehicle }: { vehicle: VehicleLine }) {
  const t = useTexts()
  const locale = useLocale()
  const { vehicleTypeId, name, code, carrier, coachCount, placeCount, lines, runCount } = vehicle
  return (
    <li className="flex flex-wrap items-baseline gap-x-group gap-y-1 border-b border-rule py-near">
      <div className="min-w-0 grow basis-60">
        <LocalLink to={`/merchant/vehicles/${vehicleTypeId}`} className="link font-semibold">
          {name}
        </LocalLink>
        <p className="text-note break-words text-soft">
          <Dotted facts={[carrier, t('vehicleCode', { code })]} />
        </p>
        {lines.length > 0 && (
          <ul className="flex flex-wrap gap-x-near text-note break-words text-soft">
            {lines.map((line) => (
              <li key={line.lineId}>{line.name}</li>
            ))}
          </ul>
        )}
      </div>
      <span className="figures text-note">
        {t('vehicleSize', { coaches: coachCount, seats: formatCount(locale, placeCount) })} ·{' '}
        {t('vehicleRuns', { runs: formatCount(locale, runCount) })}
      </span>
    </li>
  )
}
