/** Legs and places of an offering at most: a place on a leg has a number of 32 bits, of which eight say the leg. */
export const legCountMax = 255
export const placeIdMax = 8_388_607
