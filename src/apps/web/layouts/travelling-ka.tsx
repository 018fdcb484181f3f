import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { buyingTexts } from '../messages/buying-ka.ts'
import { modules } from '../messages/modules-ka.ts'
import { travelTexts } from '../messages/travel-ka.ts'

const all = { ...modules, ...travelTexts, ...buyingTexts }

/** Pages of an order of journeys: they also show the forms of the checkout. */
export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
