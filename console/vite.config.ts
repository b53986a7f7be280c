import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { compileTexts, textFile } from '../scripts/compile-texts.ts'
import type { ConsolePart } from '../texts/parts.ts'

/**
 * `virtual:texts/de/first` has the texts of the first screen, and `virtual:texts/de/later` the texts of the others; `texts/parts.ts` has
 * all parts.
 */
const virtualTexts: Plugin = {
  name: 'virtual-texts',
  resolveId: (id) => (id.startsWith('virtual:texts/') ? `\0${id}` : null),
  load(id) {
    const [, language, part] = /^\0virtual:texts\/(\w+)\/(\w+)$/.exec(id) ?? []
    if (!language) return null
    this.addWatchFile(textFile(language))
    return `export default ${JSON.stringify(compileTexts(language, part as ConsolePart))}`
  },
}

/** React Aria has its own texts in 34 languages. The console has four languages. */
const dropOtherLanguages: Plugin = {
  name: 'drop-other-languages',
  enforce: 'pre',
  transform(source, id) {
    if (!id.endsWith('/intlStrings.mjs')) return null
    const lines = source.split('\n').filter((line) => !/["/](?!en|de|fr|es)[a-z]{2}-[A-Z]{2}(\.mjs)?"/.test(line))
    return { code: lines.join('\n'), moduleType: 'js' }
  },
}

function inFolder(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

/** The service writes the page (src/modules/console), so there is no index.html: it reads the manifest. */
export default defineConfig({
  root: inFolder('.'),
  // Paths relative to the script, because a proxy may serve the console under a path.
  base: './',
  plugins: [virtualTexts, dropOtherLanguages],
  build: {
    outDir: inFolder('../dist/console'),
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // An image in a style sheet would need `data:`.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: inFolder('main.tsx'),
    },
  },
})
