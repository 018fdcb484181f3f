import { ownTexts } from '#design/own-texts.ts'
import english from '../../messages/vehicle-form-en.json'
import georgian from '../../messages/vehicle-form-ka.json'

export const useVehicleFormTexts = ownTexts(georgian, english)
