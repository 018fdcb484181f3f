import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { officeDay } from '../../office-contract.ts'
import { ImportView } from '../office/import-view.tsx'
import { NoCinema } from '../office/no-cinema.tsx'
import { officeReply } from '../office/office-data.ts'

/** Only staff who may import see the page. */
export async function loader(request: LoaderFunctionArgs) {
  return { hasCinema: (await officeReply(request, officeDay, {})) !== null }
}

/** The operator's page for importing schedules. */
export default function OfficeImportPage() {
  return useLoaderData<typeof loader>().hasCinema ? <ImportView /> : <NoCinema />
}
