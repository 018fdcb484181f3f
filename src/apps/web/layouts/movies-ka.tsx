import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { moviesTexts } from '../messages/movies-ka.ts'
import { modules } from '../messages/modules-ka.ts'

const all = { ...modules, ...moviesTexts }

export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
