import { readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
  readonly isDynamicEntry?: boolean
}

const folder = 'dist/console'
const manifest: Readonly<Record<string, Chunk>> = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8'))
const list = 'features/links/links-screen.tsx'
const loadedLater = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry)
const texts = loadedLater.filter((name) => name.includes('virtual:texts/'))
const firstTexts = texts.filter((name) => name.endsWith('/first'))
const laterTexts = texts.filter((name) => name.endsWith('/later'))
const settingsTexts = texts.filter((name) => name.endsWith('/settings'))
const problemTexts = texts.filter((name) => name.endsWith('/problems'))
const fewScreensTexts = texts.filter((name) => /\/(care|operation|pages)$/.test(name))
const screens = loadedLater.filter((name) => !texts.includes(name) && name !== list)

/** The files of chunks with everything that they import at once. */
function filesOf(...names: string[]): Set<string> {
  const files = new Set<string>()
  // A set may grow while it is read.
  const chunks = new Set(names)
  for (const name of chunks) {
    const { file, imports = [], css = [] } = manifest[name] as Chunk
    for (const each of imports) chunks.add(each)
    for (const each of [file, ...css]) files.add(each)
  }
  return files
}

/** What a browser receives, in KB (1,024 bytes). */
function sizeOf(files: Iterable<string>): number {
  return [...files].reduce((total, file) => total + statSync(`${folder}/${file}.br`).size, 0) / 1024
}

const first = filesOf('main.tsx', list)

describe('the files of the console, compressed', () => {
  it.each(firstTexts)('have at most 150 KB for the first screen with %s', (name) => {
    expect(sizeOf(new Set([...first, ...filesOf(name)]))).toBeLessThanOrEqual(150)
  })

  it.each(laterTexts)('have at most 10 KB for %s, which is loaded once for all other screens', (name) => {
    expect(sizeOf(filesOf(name))).toBeLessThanOrEqual(10)
  })

  it.each(settingsTexts)('have at most 11 KB for %s, which is loaded once for all settings', (name) => {
    expect(sizeOf(filesOf(name))).toBeLessThanOrEqual(11)
  })

  it.each(problemTexts)('have at most 11 KB for %s, which is loaded when something is refused', (name) => {
    expect(sizeOf(filesOf(name))).toBeLessThanOrEqual(11)
  })

  it.each(fewScreensTexts)('have at most 5 KB for %s, which is loaded for a few screens', (name) => {
    expect(sizeOf(filesOf(name))).toBeLessThanOrEqual(5)
  })

  it.each(screens)('have at most 30 KB more for %s', (screen) => {
    expect(sizeOf([...filesOf(screen)].filter((file) => !first.has(file)))).toBeLessThanOrEqual(30)
  })
})
