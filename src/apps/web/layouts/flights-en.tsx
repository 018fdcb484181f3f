import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { flightsTexts } from '../messages/flights-en.ts'
import { modules } from '../messages/modules-en.ts'

const all = { ...modules, ...flightsTexts }

export default function Layout() {
  return (
    <TextsProvider locale="en" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
