import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { officeDay } from '../../office-contract.ts'
import { DayView } from '../office/day-view.tsx'
import { choiceOf, officeReply } from '../office/office-data.ts'

export function loader(request: LoaderFunctionArgs) {
  const { cinemaId, date } = choiceOf(request.url)
  return officeReply(request, officeDay, { query: { cinemaId, date } })
}

/** The operator's page for the schedule of a cinema. */
export default function OfficeDayPage() {
  return <DayView day={useLoaderData<typeof loader>()} />
}
