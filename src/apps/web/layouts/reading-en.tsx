import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { readingRooms } from '../messages/reading-en.ts'
import { rooms } from '../messages/rooms-en.ts'

const all = { ...rooms, ...readingRooms }

export default function Layout() {
  return (
    <TextsProvider locale="en" rooms={all}>
      <Outlet />
    </TextsProvider>
  )
}
