import { useSearchParams } from 'react-router'
import { useLoaded } from '#design/data/use-loaded.ts'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { readVehicleDraft } from '../../vehicle-draft-contract.ts'
import { VehicleForm } from '../office/vehicle-form.tsx'
import { useVehicleFormTexts } from '../office/vehicle-form-texts.ts'
import { useTexts } from '../office-texts.ts'

const id = /^[1-9]\d{0,8}$/

/** A new vehicle: from the beginning, like another one (`like`), or as its next version (`version-of`). */
export default function OfficeNewVehiclePage() {
  const t = useVehicleFormTexts()
  const office = useTexts()
  const [search] = useSearchParams()
  const [former, like] = ['version-of', 'like'].map((name) => search.get(name) ?? '')
  const isVersion = id.test(former ?? '')
  const source = isVersion ? former : id.test(like ?? '') ? like : undefined
  const query = source === undefined ? {} : { vehicleTypeId: source }
  const part = useLoaded(readVehicleDraft, { query })
  const title = isVersion ? t('versionTitle') : t('newTitle')
  return (
    <>
      <title>{title}</title>
      <p className="text-note">
        <LocalLink to="/merchant/vehicles" className="link">
          {office('vehiclesTitle')}
        </LocalLink>
      </p>
      <PageTitle look="office" className="mt-1">
        {title}
      </PageTitle>
      <LoadedPart of={part} className="mt-group">
        {(from) => (
          <>
            <p className="mt-1 max-w-[42rem] text-soft">
              {isVersion ? t('versionNote', { count: from.vehicle?.runCount ?? 0 }) : t('newNote')}
            </p>
            <VehicleForm key={source} from={from} isVersion={isVersion} />
          </>
        )}
      </LoadedPart>
    </>
  )
}
