import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { readingRooms } from '../messages/reading-ka.ts'
import { rooms } from '../messages/rooms-ka.ts'

const all = { ...rooms, ...readingRooms }

export default function Layout() {
  return (
    <TextsProvider locale="ka" rooms={all}>
      <Outlet />
    </TextsProvider>
  )
}
