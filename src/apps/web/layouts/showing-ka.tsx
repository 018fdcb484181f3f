import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { showingRooms } from '../messages/showing-ka.ts'
import { rooms } from '../messages/rooms-ka.ts'

const all = { ...rooms, ...showingRooms }

export default function Layout() {
  return (
    <TextsProvider locale="ka" rooms={all}>
      <Outlet />
    </TextsProvider>
  )
}
