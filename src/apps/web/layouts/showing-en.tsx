import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { showingTexts } from '../messages/showing-en.ts'
import { modules } from '../messages/modules-en.ts'

const all = { ...modules, ...showingTexts }

export default function Layout() {
  return (
    <TextsProvider locale="en" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
