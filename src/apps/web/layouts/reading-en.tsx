import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { readingTexts } from '../messages/reading-en.ts'
import { modules } from '../messages/modules-en.ts'

const all = { ...modules, ...readingTexts }

export default function Layout() {
  return (
    <TextsProvider locale="en" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
