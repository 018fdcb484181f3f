import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { buyingTexts } from '../messages/buying-ka.ts'
import { modules } from '../messages/modules-ka.ts'

const all = { ...modules, ...buyingTexts }

export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
