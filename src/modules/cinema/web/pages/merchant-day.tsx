import { officeDay } from '../../merchant-contract.ts'
import { DayView } from '../office/day-view.tsx'
import { OwnOffice } from '../office/own-office.tsx'

/** The schedule of an organiser's cinema. */
export default function OwnDayPage() {
  return (
    <OwnOffice call={officeDay} inputOf={({ cinemaId, date }) => ({ query: { cinemaId, date } })}>
      {(day) => <DayView day={day} />}
    </OwnOffice>
  )
}
