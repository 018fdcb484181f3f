/** Aircraft by IATA type code, with the seats that the platform's own supplier sells. */
export interface Aircraft {
  readonly name: string
  readonly seats: number
  readonly businessSeats: number
}

export const aircraft: ReadonlyMap<string, Aircraft> = new Map(
  (
    [
      ['AT7', 'ATR 72', 70, 0],
      ['E90', 'Embraer 190', 96, 8],
      ['E95', 'Embraer 195', 112, 8],
      ['223', 'Airbus A220-300', 145, 12],
      ['319', 'Airbus A319', 138, 12],
      ['320', 'Airbus A320', 168, 12],
      ['32N', 'Airbus A320neo', 180, 12],
      ['321', 'Airbus A321', 200, 16],
      ['32Q', 'Airbus A321neo', 220, 16],
      ['738', 'Boeing 737-800', 178, 12],
      ['7M8', 'Boeing 737 MAX 8', 178, 12],
      ['332', 'Airbus A330-200', 270, 24],
      ['333', 'Airbus A330-300', 290, 28],
      ['359', 'Airbus A350-900', 320, 32],
      ['788', 'Boeing 787-8', 254, 22],
      ['789', 'Boeing 787-9', 296, 30],
      ['77W', 'Boeing 777-300ER', 350, 40],
      ['388', 'Airbus A380', 500, 76],
    ] as const
  ).map(([code, name, seats, businessSeats]) => [code, { name, seats, businessSeats }]),
)

/** Name of an aircraft type, or its code if it is unknown. */
export function aircraftName(code: string | null): string | null {
  return code === null ? null : (aircraft.get(code)?.name ?? code)
}
