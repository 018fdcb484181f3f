import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { officeDay } from '../../office-contract.ts'
import { DayView } from '../office/day-view.tsx'
import { choiceOf, officeReply } from '../office/office-data.ts'

export function loader(request: LoaderFunctionArgs) {
  const { cinemaId, date } = choiceOf(request.url)
  return officeReply(request, officeDay, { query: { cinemaId, date } })
}

/** A day of a cinema as operators see it. */
export default function OfficeDayPage() {
  return <DayView day={useLoaderData<typeof loader>()} />
}
