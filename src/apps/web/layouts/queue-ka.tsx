import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { queueTexts } from '../messages/queue-ka.ts'
import { modules } from '../messages/modules-ka.ts'

const all = { ...modules, ...queueTexts }

export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
