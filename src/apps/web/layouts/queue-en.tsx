import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { queueTexts } from '../messages/queue-en.ts'
import { modules } from '../messages/modules-en.ts'

const all = { ...modules, ...queueTexts }

export default function Layout() {
  return (
    <TextsProvider locale="en" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
