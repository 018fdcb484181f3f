import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { moviesTexts } from '../messages/movies-en.ts'
import { modules } from '../messages/modules-en.ts'

const all = { ...modules, ...moviesTexts }

export default function Layout() {
  return (
    <TextsProvider locale="en" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
