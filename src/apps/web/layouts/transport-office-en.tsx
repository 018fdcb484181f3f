import { Outlet, useOutletContext } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { transportOfficeTexts } from '../messages/transport-office-en.ts'

/** Runs, fares and vehicles, inside the frame of the organisers' back office. */
export default function Layout() {
  return (
    <TextsProvider locale="en" modules={transportOfficeTexts}>
      <Outlet context={useOutletContext()} />
    </TextsProvider>
  )
}
