import { Outlet } from 'react-router'
import { QueryProvider } from '#design/data/query-provider.tsx'
import { TextsProvider } from '#design/texts.tsx'
import { buyingRooms } from '../messages/buying-ka.ts'
import { rooms } from '../messages/rooms-ka.ts'

const all = { ...rooms, ...buyingRooms }

export default function Layout() {
  return (
    <TextsProvider locale="ka" rooms={all}>
      <QueryProvider>
        <Outlet />
      </QueryProvider>
    </TextsProvider>
  )
}
