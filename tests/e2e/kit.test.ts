/**
 * Goal: every component works by pointer and keyboard, in both languages and themes, from 320 px up. Method: the
 * gallery, built separately, in a real browser; layouts are checked by properties (no overflow, target sizes, contrast by
 * axe) and compared with accepted pictures, block by block, because single pixels depend on font rendering.
 */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { comparePicture } from './support/compared-pictures.ts'
import { startKitGallery, type KitGallery } from './support/kit-gallery.ts'
import { diagonalOf } from './support/tiers.ts'
import { endVisits, startBrowser, violationsOn } from './support/visitor.ts'

let browser: Browser
let gallery: KitGallery
let page: Page

beforeAll(async () => {
  ;[browser, gallery] = await Promise.all([startBrowser(), startKitGallery()])
})
afterAll(async () => {
  await endVisits(browser)
  await gallery.stop()
})

interface Looked {
  readonly width: number
  readonly locale: 'ka' | 'en'
  readonly theme: 'light' | 'dark'
}

/** The gallery in one window for all tests: its only state is the theme, which is set each time. */
async function open({ width, locale, theme }: Looked): Promise<Page> {
  const opened = await kept()
  await opened.mouse.move(0, 0)
  await opened.setViewportSize({ width, height: 800 })
  await opened.goto(addressOf(locale))
  await show(opened, theme)
  return opened
}

/** The same without loading it again, for tests that leave menus, dialogs and sheets closed. */
async function lookAt(look: Looked): Promise<Page> {
  const opened = await kept()
  if (opened.url() !== addressOf(look.locale)) return open(look)
  await opened.setViewportSize({ width: look.width, height: 800 })
  await show(opened, look.theme)
  return opened
}

const addressOf = (locale: Looked['locale']): string =>
  `${gallery.url}${locale === 'en' ? '/en' : ''}/dev/kit`

async function show(opened: Page, theme: Looked['theme']): Promise<void> {
  await opened.getByRole('button', { name: theme, exact: true }).click()
  await opened.evaluate(() => document.fonts.ready)
  // The button would show in pictures where the pointer is.
  await opened.mouse.move(0, 0)
}

let shared: Page | undefined

async function kept(): Promise<Page> {
  if (shared && !shared.isClosed()) return shared.removeAllListeners('dialog')
  // Native date fields are written in the browser's language.
  const settings = { reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'Asia/Tbilisi' } as const
  const context = await browser.newContext(settings)
  return (shared = await context.newPage())
}

const looks: readonly Looked[] = [320, 1440].flatMap((width) =>
  (['ka', 'en'] as const).flatMap((locale) =>
    (['light', 'dark'] as const).map((theme) => ({ width, locale, theme })),
  ),
)

test.each(diagonalOf(looks))(
  '$width px, $locale, $theme: nothing is cut off or too small',
  async (look) => {
    const opened = await lookAt(look)
    expect(await opened.evaluate(faults)).toEqual([])
  },
)

/** In a narrow window lines break elsewhere in another version of the browser. */
const compared = looks.filter(({ width }) => width === 1440)

test.each(diagonalOf(compared))('$locale, $theme: looks as it was accepted', async (look) => {
  const opened = await open(look)
  const end = `${look.locale}-${look.theme}`
  const problems: (string | null)[] = []
  for (const section of await opened.locator('main > section').all()) {
    const title = await section.locator('h2').first().textContent()
    const name = (title ?? '').toLowerCase().replaceAll(' ', '-')
    problems.push(await comparePicture(section, `${name}-${end}`))
  }
  for (const name of ['Menu', 'Dialog', 'Sheet', 'Toast']) {
    const button = opened.getByRole('button', { name, exact: true })
    await button.press('Enter')
    problems.push(await comparePicture(opened, `open-${name.toLowerCase()}-${end}`))
    await opened.keyboard.press('Escape')
  }
  expect(problems.filter((problem) => problem !== null)).toEqual([])
})

test('a dark page is printed in the colours of the light one', async () => {
  const printed = async (theme: Looked['theme']): Promise<string[]> => {
    const opened = await lookAt({ width: 1440, locale: 'en', theme })
    await opened.emulateMedia({ media: 'print' })
    const colours = await opened.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      const names = ['--paper', '--ink', '--sunk', '--warn', '--category-railway']
      return [style.colorScheme, ...names.map((name) => style.getPropertyValue(name))]
    })
    await opened.emulateMedia({ media: null })
    return colours
  }
  const light = await printed('light')
  expect(light.slice(0, 2)).toEqual(['light', '#fff'])
  expect(await printed('dark')).toEqual(light)
})

test('with reduced motion, what has no transition changes at once', async () => {
  const opened = await lookAt({ width: 1440, locale: 'en', theme: 'light' })
  const count = await opened.getByRole('main').evaluate((main) => {
    const { opacity } = getComputedStyle(main)
    main.style.opacity = '0.5'
    const animations = main.getAnimations().length
    main.style.opacity = opacity
    return animations
  })
  expect(count).toBe(0)
})

test.each([320, 1440])(
  'fields side by side leave no more than the gap of the form: %d px',
  async (width) => {
    const opened = await lookAt({ width, locale: 'ka', theme: 'light' })
    const gaps = await opened.getByTestId('spaced-fields').evaluate((form) => {
      const [above, grid, below] = [...form.children].map((part) => part.getBoundingClientRect())
      const fields = [...form.querySelectorAll('label, input')].map((one) =>
        one.getBoundingClientRect(),
      )
      const [top, bottom] = [
        Math.min(...fields.map((one) => one.top)),
        Math.max(...fields.map((one) => one.bottom)),
      ]
      return {
        above: top - (above?.bottom ?? 0),
        below: (below?.top ?? 0) - bottom,
        isIn: grid !== undefined,
      }
    })
    expect(gaps.isIn).toBe(true)
    expect(Math.round(gaps.above)).toBe(12)
    expect(Math.round(gaps.below)).toBe(12)
  },
)

/** Runs in the page: elements outside the window, truncated texts, and controls that are too small. */
function faults(): string[] {
  const found: string[] = []
  const name = (element: Element): string => `${element.tagName} ${element.className}`
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} px too wide`)
  for (const element of document.querySelectorAll<HTMLElement>(
    'main button, main a.button, main h1',
  )) {
    const { width, height } = element.getBoundingClientRect()
    if (width === 0 || element.closest('.carousel, .tabs, .sheet')) continue
    if (element.scrollWidth > element.clientWidth + 1) found.push(`${name(element)} cuts its words`)
    const least = element.matches('.table-sort') && clientWidth >= 640 ? 24 : 44
    if (element.tagName !== 'H1' && (height < least || width < 24))
      found.push(`${name(element)} is ${width} × ${height}`)
  }
  for (const label of document.querySelectorAll<HTMLElement>('.check-label'))
    if (label.getBoundingClientRect().height < 43.5) found.push(`${name(label)} is too low`)
  return found
}

test.each([
  { width: 360, locale: 'ka', theme: 'light' },
  { width: 1440, locale: 'en', theme: 'dark' },
] as const)('axe finds nothing: $width px, $locale, $theme', async (look) => {
  const opened = await open(look)
  await opened.evaluate((lang) => (document.documentElement.lang = lang), look.locale)
  expect(await violationsOn(opened)).toEqual([])
})

describe('by pointer and keyboard', () => {
  beforeEach(async () => {
    page = await lookAt({ width: 360, locale: 'en', theme: 'light' })
  })

  const focused = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.textContent.trim() ?? '')

  test('a menu: arrows pass over what cannot be chosen, Escape gives the focus back', async () => {
    const menu = page.getByRole('button', { name: 'Menu' })
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await expect.poll(focused).toBe('Adult')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('Close')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    expect(await focused()).toBe('Open')
    await page.keyboard.press('c')
    expect(await focused()).toBe('Close')
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('Menu')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Close' }).click()
    await page.locator('output', { hasText: 'Close' }).waitFor()
    expect(await page.getByRole('menu').count()).toBe(0)
    const box = await menu.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
  })

  test('a combobox: suggestions by keyboard, announced; leaving the field chooses the best one', async () => {
    const field = page.getByRole('combobox', { name: 'City' }).first()
    const options = page.getByRole('listbox', { name: 'City' }).getByRole('option')
    const form = () => page.locator('input[name="kit-city"]').inputValue()
    await field.focus()
    await expect.poll(() => options.count()).toBe(2)
    await page.keyboard.type('b')
    await expect
      .poll(() => options.allInnerTexts())
      .toEqual([expect.stringContaining('Batumi'), expect.stringContaining('Borjomi')])
    await page.locator('output', { hasText: '2 results' }).waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(async () => {
        const active = await field.getAttribute('aria-activedescendant')
        return active === null ? '' : page.locator(`[id="${active}"]`).innerText()
      })
      .toContain('Borjomi')
    await page.evaluate(() => (document.documentElement.lang = 'en'))
    expect(await violationsOn(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('Borjomi')
    await expect.poll(form).toBe('Borjomi')
    await expect.poll(() => options.count()).toBe(0)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('kut')
    await expect.poll(() => options.count()).toBe(1)
    await page.keyboard.press('Tab')
    await expect.poll(form).toBe('Kutaisi')
    // If the field is left before the suggestions arrive, it chooses the best of them on arrival.
    await field.fill('tel')
    await page.keyboard.press('Tab')
    await expect.poll(form).toBe('Telavi')
    await field.fill('kutai')
    await page.keyboard.press('Tab')
    await expect.poll(form).toBe('Kutaisi')
    await field.fill('zzz')
    await page.locator('.combobox-list', { hasText: 'Nothing found' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => field.inputValue()).toBe('Kutaisi')
    await field.fill('!')
    await page.locator('.combobox-list', { hasText: 'connection' }).waitFor()
    await page.keyboard.press('Escape')
    await field.fill('te')
    await options.filter({ hasText: 'Telavi' }).click()
    await expect.poll(form).toBe('Telavi')
  })

  test('riders are counted in a sheet, all together up to the limit', async () => {
    const button = page.getByRole('button', { name: 'Who travels Adult: 2' })
    await button.click()
    const more = page.getByRole('button', { name: 'Adult: One more', exact: true })
    await more.click()
    await more.click()
    expect(await more.isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Who travels Adult: 4' }).waitFor()
  })

  test('a strip of days has its day in view and marks the lowest price', async () => {
    const strip = page.getByRole('navigation', { name: 'Date' })
    const current = strip.locator('[aria-current="date"]')
    expect(await current.locator('..').getAttribute('data-date')).toBe('2026-12-05')
    const seen = await current.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect()
      return left >= 0 && right <= window.innerWidth
    })
    expect(seen).toBe(true)
    expect(await strip.getByRole('link', { name: 'Price' }).count()).toBeGreaterThan(0)
    expect(await strip.getByRole('link').first().getAttribute('href')).toContain('date=2026-12-01')
  })

  test('a dialog traps the focus and restores it', async () => {
    const opener = page.getByRole('button', { name: 'Dialog' })
    await opener.click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    // Content behind it is unreachable for keyboards and screen readers.
    await opener.evaluate((button) => button.focus())
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await focused()).toBe('Dialog')
  })

  test('a bottom dialog on a phone is dragged down to close', async () => {
    await page.getByRole('button', { name: 'Sheet', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const box = () => dialog.boundingBox()
    // It slides in from below the window.
    await expect
      .poll(async () => {
        const { y = 0, height = 0 } = (await box()) ?? {}
        return Math.round(y + height)
      })
      .toBe(800)
    await drag(page, ((await box())?.y ?? 0) + 10, 780)
    await dialog.waitFor({ state: 'hidden' })
  })

  test('a sheet snaps to its stops, by dragging and by keys', async () => {
    const sheet = page.locator('section.sheet')
    const stop = (): Promise<string | null> => sheet.getAttribute('data-stop')
    const top = async (): Promise<number> => (await sheet.boundingBox())?.y ?? 0
    const handle = sheet.getByRole('button').first()
    expect(await stop()).toBe('0')
    await drag(page, (await top()) + 10, 410)
    await expect.poll(stop).toBe('1')
    await expect.poll(async () => Math.round(await top())).toBe(400)
    await handle.press('ArrowUp')
    await expect.poll(stop).toBe('2')
    expect(await handle.getAttribute('aria-expanded')).toBe('true')
    await handle.press('Enter')
    await expect.poll(stop).toBe('0')
  })

  test('tabs: arrow keys move and choose', async () => {
    await page.getByRole('tab', { name: 'Adult' }).focus()
    await page.keyboard.press('ArrowRight')
    const second = page.getByRole('tab', { name: 'Student' })
    expect(await second.getAttribute('aria-selected')).toBe('true')
    expect(await second.evaluate((tab) => tab === document.activeElement)).toBe(true)
    await page.getByRole('tabpanel').getByText('We send your tickets here').waitFor()
  })

  test('a table is sorted by its headings', async () => {
    const table = page.getByRole('table')
    const first = (): Promise<string> => table.locator('tbody th').first().innerText()
    expect(await first()).toBe('Adult')
    const heading = table.getByRole('columnheader', { name: 'Price' })
    await heading.getByRole('button').click()
    expect(await heading.getAttribute('aria-sort')).toBe('ascending')
    await heading.getByRole('button').click()
    expect(await heading.getAttribute('aria-sort')).toBe('descending')
    expect(await first()).toMatch(/^Student/)
  })

  test('a row that has no width for a while has its dots again', async () => {
    const row = page.locator('.carousel')
    const dots = () => row.locator('.carousel-dots > *').count()
    const setWidth = (width: string) =>
      row.evaluate((section, to) => (section.style.width = to), width)
    await expect.poll(dots).toBeGreaterThan(1)
    const before = await dots()
    await setWidth('0')
    await expect.poll(dots).toBe(0)
    await setWidth('')
    await expect.poll(dots).toBe(before)
  })

  test('a stepper stops at its bounds', async () => {
    const more = page.getByRole('button', { name: 'One more' })
    await more.click()
    await more.click()
    expect(await more.isDisabled()).toBe(true)
    expect(await page.getByRole('group', { name: 'Adult' }).locator('output').innerText()).toBe('4')
  })

  test('a toast lies above a bar at the bottom of the window', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await page.evaluate(() => {
      const bar = document.createElement('section')
      // The consent question itself is hidden on pages with a sheet, as the gallery is.
      bar.className = 'foot-bar'
      bar.style.cssText = 'position: fixed; inset: auto 0 0; height: 120px'
      document.body.append(bar)
    })
    await page.getByRole('button', { name: 'Toast' }).click()
    const toast = page.getByRole('status').filter({ hasText: 'Saved' })
    const [message, bar] = await Promise.all([
      toast.boundingBox(),
      page.locator('.foot-bar').boundingBox(),
    ])
    if (!message || !bar) throw new Error('Both are shown')
    expect(message.y + message.height).toBeLessThanOrEqual(bar.y)
    await toast.getByRole('button', { name: 'Undo' }).click()
    await page.evaluate(() => document.querySelector('.foot-bar')?.remove())
  })

  test('a toast is announced and undoes', async () => {
    await page.getByRole('button', { name: 'Toast' }).click()
    const toast = page.getByRole('status').filter({ hasText: 'Saved' })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await page.locator('output', { hasText: 'Undo' }).waitFor()
    expect(await toast.count()).toBe(0)
  })

  test('a form: focuses the first problem, submits once, and asks before leaving', async () => {
    const form = page.getByRole('form')
    const email = form.getByRole('textbox', { name: 'Email address' })
    const send = form.getByRole('button', { name: 'Buy' })
    await send.click()
    expect(await email.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    await form.getByText('Check the address').waitFor()
    await email.fill('nino@bileti.example')
    expect(await email.getAttribute('aria-invalid')).toBeNull()
    await form.getByRole('textbox', { name: 'City' }).fill('Tbilisi and Batumi')
    await send.click()
    await form.getByText('Use at most 12 characters').waitFor()
    await form.getByRole('textbox', { name: 'City' }).fill('Tbilisi')
    await form.getByRole('checkbox').check()

    // Server errors are shown beside their fields, with the focus; others above the form.
    const problemOf = async (field: Locator): Promise<string> => {
      const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? []
      const texts = ids.map((id) => page.locator(`[id="${id}"]`).textContent())
      return (await Promise.all(texts)).join(' ')
    }
    const city = form.getByRole('textbox', { name: 'City' })
    for (const [typed, field, said] of [
      ['field', email, 'Check the address'],
      ['code', city, 'code'],
      ['part', email, 'zone.0: Invalid'],
    ] as const) {
      await email.fill(`${typed}@bileti.example`)
      await send.click()
      await expect.poll(() => problemOf(field)).toContain(said)
      expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
      expect(await form.getByRole('alert').count()).toBe(0)
    }
    await email.fill('whole@bileti.example')
    await send.click()
    await form.getByRole('alert').filter({ hasText: 'whole' }).waitFor()
    await email.fill('nino@bileti.example')

    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      void dialog.dismiss()
    })
    await page.getByRole('link', { name: 'Buy' }).click()
    await expect.poll(() => asked).toEqual(['Your changes have not been saved. Leave anyway?'])
    expect(page.url()).toContain('/dev/kit')
    page.removeAllListeners('dialog')
    const question = page.waitForEvent('dialog')
    // Resolves after the question: the page stays.
    const leaving = page.close({ runBeforeUnload: true })
    expect((await question).type()).toBe('beforeunload')
    await (await question).dismiss()
    await leaving
    await send.evaluate((button: HTMLButtonElement) => {
      button.form?.requestSubmit()
      button.form?.requestSubmit()
    })
    await form.getByText('Saved').waitFor()
    expect(await page.evaluate(() => window.kitSent)).toBe(1)
    // A submitted form can be left without a question.
    page.on('dialog', (dialog) => void dialog.dismiss())
    await page.reload()
    await form.waitFor()
  })
})

/** Drags a finger vertically in the middle of the window. */
async function drag(on: Page, from: number, to: number): Promise<void> {
  await on.mouse.move(180, from)
  await on.mouse.down()
  await on.mouse.move(180, (from + to) / 2, { steps: 4 })
  await on.mouse.move(180, to, { steps: 4 })
  // A pause, so that the release has no velocity.
  await on.waitForTimeout(120)
  await on.mouse.move(180, to)
  await on.mouse.up()
}
