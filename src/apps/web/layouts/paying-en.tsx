import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { modules } from '../messages/modules-en.ts'
import { payingTexts } from '../messages/paying-en.ts'

const all = { ...modules, ...payingTexts }

export default function Layout() {
  return (
    <TextsProvider locale="en" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
