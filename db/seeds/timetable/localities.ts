/** Towns and airports for searches, with their usual names in four languages. */
import type { TimetableText } from '#modules/timetable/shapes.ts'

export interface LocalitySeed {
  readonly code: string
  readonly name: TimetableText
  readonly aliases?: readonly string[]
  readonly country?: string
  readonly timeZone?: string
  readonly latitude: number
  readonly longitude: number
}

function place(
  code: string,
  [ka, en, ru, az]: readonly [string, string, string, string],
  [latitude, longitude]: readonly [number, number],
  more: Partial<LocalitySeed> = {},
): LocalitySeed {
  return { code, name: { ka, en, ru, az }, latitude, longitude, ...more }
}

export const localities: readonly LocalitySeed[] = [
  place('tbilisi', ['თბილისი', 'Tbilisi', 'Тбилиси', 'Tbilisi'], [41.7151, 44.8271], {
    aliases: ['Tiflis', 'Тифлис', 'TBS'],
  }),
  place('batumi', ['ბათუმი', 'Batumi', 'Батуми', 'Batumi'], [41.6168, 41.6367], {
    aliases: ['Batum', 'BUS'],
  }),
  place('kutaisi', ['ქუთაისი', 'Kutaisi', 'Кутаиси', 'Kutaisi'], [42.2679, 42.6946]),
  place(
    'kutaisi-airport',
    ['ქუთაისის აეროპორტი', 'Kutaisi Airport', 'Аэропорт Кутаиси', 'Kutaisi hava limanı'],
    [42.1767, 42.4826],
    { aliases: ['KUT', 'Kopitnari', 'კოპიტნარი'] },
  ),
  place(
    'tbilisi-airport',
    ['თბილისის აეროპორტი', 'Tbilisi Airport', 'Аэропорт Тбилиси', 'Tbilisi hava limanı'],
    [41.6692, 44.9547],
  ),
  place('gori', ['გორი', 'Gori', 'Гори', 'Qori'], [41.9842, 44.1158]),
  place('mtskheta', ['მცხეთა', 'Mtskheta', 'Мцхета', 'Msxeta'], [41.8451, 44.7188]),
  place('khashuri', ['ხაშური', 'Khashuri', 'Хашури', 'Xaşuri'], [41.9914, 43.5986]),
  place('zestafoni', ['ზესტაფონი', 'Zestafoni', 'Зестафони', 'Zestafoni'], [42.11, 43.0525]),
  place('samtredia', ['სამტრედია', 'Samtredia', 'Самтредиа', 'Samtredia'], [42.1537, 42.3352]),
  place('senaki', ['სენაკი', 'Senaki', 'Сенаки', 'Senaki'], [42.2704, 42.0675]),
  place('borjomi', ['ბორჯომი', 'Borjomi', 'Боржоми', 'Borjomi'], [41.8389, 43.3897]),
  place('bakuriani', ['ბაკურიანი', 'Bakuriani', 'Бакуриани', 'Bakuriani'], [41.7496, 43.5289]),
  place('akhaltsikhe', ['ახალციხე', 'Akhaltsikhe', 'Ахалцихе', 'Axalsixe'], [41.639, 42.9826]),
  place('telavi', ['თელავი', 'Telavi', 'Телави', 'Telavi'], [41.9198, 45.4731]),
  place('sighnaghi', ['სიღნაღი', 'Sighnaghi', 'Сигнахи', 'Siğnaği'], [41.6205, 45.9214]),
  place('lagodekhi', ['ლაგოდეხი', 'Lagodekhi', 'Лагодехи', 'Laqodexi'], [41.8268, 46.2767]),
  place('gudauri', ['გუდაური', 'Gudauri', 'Гудаури', 'Qudauri'], [42.4778, 44.4767]),
  place(
    'stepantsminda',
    ['სტეფანწმინდა', 'Stepantsminda', 'Степанцминда', 'Stepantsminda'],
    [42.6567, 44.6433],
    { aliases: ['Kazbegi', 'ყაზბეგი', 'Казбеги'] },
  ),
  place('mestia', ['მესტია', 'Mestia', 'Местиа', 'Mestia'], [43.0433, 42.7275]),
  place('zugdidi', ['ზუგდიდი', 'Zugdidi', 'Зугдиди', 'Zuqdidi'], [42.5088, 41.8709]),
  place('poti', ['ფოთი', 'Poti', 'Поти', 'Poti'], [42.1461, 41.6719]),
  place('kobuleti', ['ქობულეთი', 'Kobuleti', 'Кобулети', 'Kobuleti'], [41.8203, 41.7753]),
  place('ureki', ['ურეკი', 'Ureki', 'Уреки', 'Ureki'], [41.9953, 41.7744], {
    aliases: ['Magnetiti', 'მაგნეტითი'],
  }),
  place('ozurgeti', ['ოზურგეთი', 'Ozurgeti', 'Озургети', 'Ozurgeti'], [41.924, 42.0067]),
  place('rustavi', ['რუსთავი', 'Rustavi', 'Рустави', 'Rustavi'], [41.5493, 44.9932]),
  place('yerevan', ['ერევანი', 'Yerevan', 'Ереван', 'İrəvan'], [40.1792, 44.4991], {
    aliases: ['Erevan', 'Երևան'],
    country: 'AM',
    timeZone: 'Asia/Yerevan',
  }),
  place('gyumri', ['გიუმრი', 'Gyumri', 'Гюмри', 'Gümrü'], [40.7894, 43.8475], {
    country: 'AM',
    timeZone: 'Asia/Yerevan',
  }),
  place('vanadzor', ['ვანაძორი', 'Vanadzor', 'Ванадзор', 'Vanadzor'], [40.8128, 44.4883], {
    country: 'AM',
    timeZone: 'Asia/Yerevan',
  }),
  place('trabzon', ['ტრაბზონი', 'Trabzon', 'Трабзон', 'Trabzon'], [41.0027, 39.7168], {
    country: 'TR',
    timeZone: 'Europe/Istanbul',
  }),
  place('rize', ['რიზე', 'Rize', 'Ризе', 'Rize'], [41.0201, 40.5234], {
    country: 'TR',
    timeZone: 'Europe/Istanbul',
  }),
  place('istanbul', ['სტამბოლი', 'Istanbul', 'Стамбул', 'İstanbul'], [41.0082, 28.9784], {
    country: 'TR',
    timeZone: 'Europe/Istanbul',
  }),
  place('baku', ['ბაქო', 'Baku', 'Баку', 'Bakı'], [40.4093, 49.8671], {
    country: 'AZ',
    timeZone: 'Asia/Baku',
  }),
  place('ganja', ['განჯა', 'Ganja', 'Гянджа', 'Gəncə'], [40.6828, 46.3606], {
    country: 'AZ',
    timeZone: 'Asia/Baku',
  }),
]

/** Stations in a town with a different name. */
export const localityOfStation: Readonly<Record<string, string>> = {
  tbilisicentralstation: 'tbilisi',
  batumicentral: 'batumi',
  kutaisi1: 'kutaisi',
  kutaisiinternationalairport: 'kutaisi-airport',
  samtredia1: 'samtredia',
  samtredia2: 'samtredia',
  rustavicentral: 'rustavi',
  rustavicargo: 'rustavi',
}

export const armenianStations: readonly string[] = [
  'armavir',
  'ayrum',
  'gyumri',
  'vanadzor',
  'yerevan',
]
