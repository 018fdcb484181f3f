import { ownTexts } from '#design/own-texts.ts'
import english from '../../messages/vehicle-office-en.json'
import georgian from '../../messages/vehicle-office-ka.json'

export const useVehicleTexts = ownTexts(georgian, english)
