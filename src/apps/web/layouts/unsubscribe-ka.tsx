import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { unsubscribeTexts } from '../messages/unsubscribe-ka.ts'
import { modules } from '../messages/modules-ka.ts'

const all = { ...modules, ...unsubscribeTexts }

export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
