import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { passesTexts } from '../messages/passes-ka.ts'
import { modules } from '../messages/modules-ka.ts'

const all = { ...modules, ...passesTexts }

export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
