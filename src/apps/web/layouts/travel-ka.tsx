import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { modules } from '../messages/modules-ka.ts'
import { travelTexts } from '../messages/travel-ka.ts'

const all = { ...modules, ...travelTexts }

export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
