import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { letterTexts } from '../messages/letters-ka.ts'
import { modules } from '../messages/modules-ka.ts'

const all = { ...modules, ...letterTexts }

export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
