import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { passesTexts } from '../messages/passes-en.ts'
import { modules } from '../messages/modules-en.ts'

const all = { ...modules, ...passesTexts }

export default function Layout() {
  return (
    <TextsProvider locale="en" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
