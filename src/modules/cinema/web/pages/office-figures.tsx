import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { officeFigures } from '../../office-contract.ts'
import { FiguresView } from '../office/figures-view.tsx'
import { NoCinema } from '../office/no-cinema.tsx'
import { choiceOf, officeReply } from '../office/office-data.ts'

export function loader(request: LoaderFunctionArgs) {
  const { cinemaId, from, to } = choiceOf(request.url)
  return officeReply(request, officeFigures, { query: { cinemaId, from, to } })
}

/** The operator's page for the figures of a cinema. */
export default function OfficeFiguresPage() {
  const figures = useLoaderData<typeof loader>()
  return figures ? <FiguresView figures={figures} /> : <NoCinema />
}
