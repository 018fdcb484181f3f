import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { buyingTexts } from '../messages/buying-en.ts'
import { modules } from '../messages/modules-en.ts'
import { travelTexts } from '../messages/travel-en.ts'

const all = { ...modules, ...travelTexts, ...buyingTexts }

/** Pages of an order of journeys: they also show the forms of the checkout. */
export default function Layout() {
  return (
    <TextsProvider locale="en" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
