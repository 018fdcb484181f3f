import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { unsubscribeTexts } from '../messages/unsubscribe-en.ts'
import { modules } from '../messages/modules-en.ts'

const all = { ...modules, ...unsubscribeTexts }

export default function Layout() {
  return (
    <TextsProvider locale="en" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
