import type { LoaderFunctionArgs } from 'react-router'
import { officeDay } from '../../office-contract.ts'
import { ImportView } from '../office/import-view.tsx'
import { officeReply } from '../office/office-data.ts'

/** Only staff who may import see the page. */
export async function loader(request: LoaderFunctionArgs) {
  await officeReply(request, officeDay, {})
  return null
}

/** The operator's page for importing schedules. */
export default function OfficeImportPage() {
  return <ImportView />
}
