import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { readingTexts } from '../messages/reading-ka.ts'
import { modules } from '../messages/modules-ka.ts'

const all = { ...modules, ...readingTexts }

export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
