import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Language } from '../../src/platform/web/language.ts'

/** Text on a page that is hard to read: its words, and the ratio it reaches against what it stands on. */
export interface Faint {
  readonly words: string
  readonly ratio: number
}

/** The texts below the 4.5:1 of WCAG 2.2 AA, as this page paints them in its present colours. */
export function faintTexts(page: Page): Promise<Faint[]> {
  return page.evaluate(() => {
    const rgbOf = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number)
    const luminance = (colour: string) => {
      const [r = 0, g = 0, b = 0] = rgbOf(colour).map((each) => {
        const share = each / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const surfaceOf = (element: Element | null): string => {
      if (!element) return 'rgb(255, 255, 255)'
      const { backgroundColor } = getComputedStyle(element)
      return rgbOf(backgroundColor)[3] === 0 ? surfaceOf(element.parentElement) : backgroundColor
    }
    const faint: Faint[] = []
    for (const element of document.body.querySelectorAll('*')) {
      const words = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      const text = words.map(({ textContent }) => textContent?.trim()).join(' ')
      if (text.trim() === '') continue
      const [one = 0, other = 0] = [luminance(getComputedStyle(element).color), luminance(surfaceOf(element))]
      const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
      if (ratio < 4.5) faint.push({ words: text, ratio })
    }
    return faint
  })
}

/** How many pixels the page is wider than the screen; 0 when nobody has to scroll sideways. */
export function sidewaysPx(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Where the keyboard is after loading, or after the first Tab, and where each further Tab leads, as it is read aloud. */
export async function tabStops(page: Page, count: number): Promise<string[]> {
  const at = () =>
    page.evaluate(() => {
      const { activeElement } = document
      if (activeElement instanceof HTMLInputElement) return activeElement.labels?.[0]?.innerText ?? ''
      return activeElement === document.body ? null : (activeElement as HTMLElement).innerText
    })
  const names = [await at()].filter((name) => name !== null)
  while (names.length < count) {
    await page.keyboard.press('Tab')
    names.push((await at()) ?? 'nothing')
  }
  return names
}

/**
 * What axe-core finds that keeps people out, or gets in their way: the rule, its weight and where. `rules` are looked at besides those that
 * it looks at by itself.
 */
export async function barriers(page: Page, rules: readonly string[] = []): Promise<string[]> {
  // Run by the driver of the browser, and so in spite of the policy of the page, which lets no script in.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    ([name, ...more]) => {
      const { run } = (globalThis as unknown as Record<string, { run: (typeof axe)['run'] }>)[name ?? ''] ?? {}
      if (!run) throw new Error('axe-core has not been loaded.')
      // A frame holds the page of somebody else, and style sheets of other hosts are never asked for.
      const chosen = Object.fromEntries(more.map((rule) => [rule, { enabled: true }]))
      return run(document, { iframes: false, preload: false, resultTypes: ['violations'], rules: chosen })
    },
    ['axe', ...rules],
  )
  return violations.map(({ id, impact, nodes }) => `${impact} ${id} at ${nodes.map(({ target }) => target)}`)
}

/** Keeps a picture of what is shown for people to look at, and looks at it as far as a program can. */
export async function look(page: Page, name: string, lang: Language = 'en'): Promise<void> {
  await page.screenshot({ path: `test-output/${name}.png`, fullPage: true })
  expect(await page.locator('html').getAttribute('lang')).toBe(lang)
  // What a template does when it is given the wrong thing.
  expect(await page.locator('body').innerText()).not.toMatch(/\\u|&#|undefined|null|\[object|\bfalse\b/)
  expect(await faintTexts(page)).toEqual([])
  expect(await sidewaysPx(page)).toBe(0)
  expect(await barriers(page)).toEqual([])
}
