import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { letterTexts } from '../messages/letters-en.ts'
import { modules } from '../messages/modules-en.ts'

const all = { ...modules, ...letterTexts }

export default function Layout() {
  return (
    <TextsProvider locale="en" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
