import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { showingRooms } from '../messages/showing-en.ts'
import { rooms } from '../messages/rooms-en.ts'

const all = { ...rooms, ...showingRooms }

export default function Layout() {
  return (
    <TextsProvider locale="en" rooms={all}>
      <Outlet />
    </TextsProvider>
  )
}
