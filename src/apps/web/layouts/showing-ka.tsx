import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { showingTexts } from '../messages/showing-ka.ts'
import { modules } from '../messages/modules-ka.ts'

const all = { ...modules, ...showingTexts }

export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
