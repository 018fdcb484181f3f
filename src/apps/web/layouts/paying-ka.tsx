import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { modules } from '../messages/modules-ka.ts'
import { payingTexts } from '../messages/paying-ka.ts'

const all = { ...modules, ...payingTexts }

export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
