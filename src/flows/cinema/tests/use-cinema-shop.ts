import { afterAll, beforeAll } from 'vitest'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import {
  makeCinema,
  makeScreening,
  type TestCinema,
} from '../../../modules/cinema/tests/factories.ts'

/** The whole shop with a cinema of two halls and a screening in 3D, for the tests of one file. */
class CinemaShop {
  shop!: HostileShop
  cinema!: TestCinema
  session!: number

  async open(): Promise<void> {
    this.shop = await openHostileShop()
    this.cinema = await makeCinema(this.shop.context, { halls: 2 })
    this.session = await makeScreening(this.shop.context, this.cinema, { format: '3D' })
  }

  readonly get = (path: string, token?: string): Promise<Reply> =>
    expectOk(this.shop.get(path, token))
  readonly post = (path: string, body: unknown, token?: string): Promise<Reply> =>
    expectOk(this.shop.post(path, body, token))

  /** Places of a seat class by `Sessions/Seats`. */
  readonly seatsOf = async (zone: string, of = this.session): Promise<Reply[]> => {
    const { seats } = await this.get(`/integrations/api/Cavea/Sessions/Seats?caveaSessionId=${of}`)
    return seats.filter(
      (one: Reply) => one.zone === zone && one.status === 'Active' && one.flags.length === 0,
    )
  }

  readonly book = (body: object, token?: string) =>
    this.shop.post('/groot/Cavea/BookSeat', { sessionId: this.session, ...body }, token)
}

/** Opens it before the tests of the file and closes it after them. */
export function useCinemaShop(): CinemaShop {
  const opened = new CinemaShop()
  beforeAll(() => opened.open())
  afterAll(() => opened.shop.close())
  return opened
}

/** The code that a call was refused with. */
export const refused = async (answer: Promise<{ status: number; body: Reply }>) =>
  (await answer).body.error?.code

export const seat = ({ placeId }: Reply, ticketTypeId = 1) => ({ placeId, ticketTypeId })
