import { officeDay } from '../../merchant-contract.ts'
import { ImportView } from '../office/import-view.tsx'
import { OwnOffice } from '../office/own-office.tsx'

/** Import of schedules for an organiser's cinemas. */
export default function OwnImportPage() {
  return (
    <OwnOffice call={officeDay} inputOf={() => ({})}>
      {() => <ImportView />}
    </OwnOffice>
  )
}
