import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { modules } from '../messages/modules-en.ts'
import { travelTexts } from '../messages/travel-en.ts'

const all = { ...modules, ...travelTexts }

export default function Layout() {
  return (
    <TextsProvider locale="en" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
