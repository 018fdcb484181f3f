import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { buyingTexts } from '../messages/buying-en.ts'
import { modules } from '../messages/modules-en.ts'

const all = { ...modules, ...buyingTexts }

export default function Layout() {
  return (
    <TextsProvider locale="en" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
