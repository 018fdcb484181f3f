import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { flightsTexts } from '../messages/flights-ka.ts'
import { modules } from '../messages/modules-ka.ts'

const all = { ...modules, ...flightsTexts }

export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
