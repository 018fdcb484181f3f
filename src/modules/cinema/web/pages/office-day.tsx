import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { officeDay } from '../../office-contract.ts'
import { DayView } from '../office/day-view.tsx'
import { NoCinema } from '../office/no-cinema.tsx'
import { choiceOf, officeReply } from '../office/office-data.ts'

export function loader(request: LoaderFunctionArgs) {
  const { cinemaId, date } = choiceOf(request.url)
  return officeReply(request, officeDay, { query: { cinemaId, date } })
}

/** The operator's page for the schedule of a cinema. */
export default function OfficeDayPage() {
  const day = useLoaderData<typeof loader>()
  return day ? <DayView day={day} /> : <NoCinema />
}
